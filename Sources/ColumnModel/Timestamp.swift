/// A moment in UTC, in whole seconds since 1970; what feeds give and the store keeps.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01 00:00 UTC; negative before.
    public let secondsSince1970: Int64

    /// Makes a moment from seconds since 1970 in UTC.
    public init(secondsSince1970: Int64) {
        self.secondsSince1970 = secondsSince1970
    }

    /// The earlier moment is the smaller.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }

    /// The moment that lies a duration later, saturating; parts of a second are dropped.
    public static func + (moment: Timestamp, duration: Duration) -> Timestamp {
        let (sum, overflow) =
            moment.secondsSince1970.addingReportingOverflow(duration.components.seconds)
        if overflow {
            return Timestamp(secondsSince1970: duration < .zero ? .min : .max)
        }
        return Timestamp(secondsSince1970: sum)
    }

    /// The time from one moment to another, saturating.
    public static func - (later: Timestamp, earlier: Timestamp) -> Duration {
        let (difference, overflow) =
            later.secondsSince1970.subtractingReportingOverflow(earlier.secondsSince1970)
        return .seconds(overflow ? (later < earlier ? Int64.min / 2 : .max / 2) : difference)
    }
}
