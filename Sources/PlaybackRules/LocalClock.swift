public import ColumnModel

/// The time of day where the listener is, also across changes of summer time.
public struct LocalClock: Sendable {
    private static let day: Int64 = 86_400

    /// How far local time is ahead of UTC at a moment, in seconds.
    private let offset: @Sendable (Timestamp) -> Int64

    /// Makes a clock from the offset of local time, in seconds east of UTC.
    public init(offset: @escaping @Sendable (Timestamp) -> Int64) {
        self.offset = offset
    }

    /// The minute of the day, 0…1439, that clocks on the wall show.
    public func minute(at moment: Timestamp) -> Int {
        let local = moment.secondsSince1970 + offset(moment)
        return Int(Self.remainder(local) / 60)
    }

    /// The next moment after one at which clocks on the wall show a minute of the day.
    ///
    /// One that is left out by summer time is the moment where it would have been.
    public func next(minute: Int, after moment: Timestamp) -> Timestamp {
        let local = moment.secondsSince1970 + offset(moment)
        let midnight = local - Self.remainder(local)
        for day in Int64(0)...2 {
            let wanted = midnight + day * Self.day + Int64(minute) * 60
            let guess = Timestamp(secondsSince1970: wanted - offset(moment))
            let found = Timestamp(secondsSince1970: wanted - offset(guess))
            if found > moment { return found }
        }
        return moment
    }

    private static func remainder(_ seconds: Int64) -> Int64 {
        (seconds % day + day) % day
    }
}
