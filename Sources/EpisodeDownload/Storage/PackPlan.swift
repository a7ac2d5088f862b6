public import ColumnModel

/// What to take along on a journey: enough to hear for some hours, and no more than fits.
public struct PackPlan: Sendable, Equatable {
    /// How much is wanted.
    public struct Limits: Sendable, Equatable {
        /// How long there is to listen.
        public var time: Duration
        /// How many bytes there is room for, what is downloaded already included; nil: any number.
        public var size: ByteCount?

        /// Makes limits.
        public init(time: Duration, size: ByteCount? = nil) {
            self.time = time
            self.size = size
        }
    }

    /// One episode that is taken along.
    public struct Item: Sendable, Equatable {
        /// The episode.
        public let episode: EpisodeID
        /// How long it takes to hear what is left of it, at its column's speed.
        public let time: Duration
        /// How many bytes it has, or is thought to have.
        public let size: Int64
        /// Whether it is downloaded already.
        public let isHere: Bool
    }

    /// What is taken along, in order.
    public let items: [Item]
    /// What would have come next and did not fit.
    public let left: [EpisodeID]

    /// How long all of it takes to hear.
    public var time: Duration { items.reduce(.zero) { $0 + $1.time } }
    /// How many bytes are still to be fetched.
    public var bytesToFetch: Int64 { items.reduce(0) { $0 + ($1.isHere ? 0 : $1.size) } }

    /// Chooses from candidates in their order: the queue first, then unplayed ones by column.
    ///
    /// - Parameters:
    ///   - candidates: played ones and ones without audio are passed over, and so are repetitions.
    ///   - speed: how fast a column is played; 1 is the speed of speech.
    public init(
        of candidates: [Episode], limits: Limits, speed: (ColumnID) -> Double = { _ in 1 }
    ) {
        var items: [Item] = []
        var left: [EpisodeID] = []
        var seen: Set<EpisodeID> = []
        var time = Duration.zero
        var size: Int64 = 0
        for episode in candidates {
            guard !episode.isPlayed, episode.enclosure != nil, seen.insert(episode.id).inserted
            else { continue }
            guard time < limits.time else { break }
            let item = Self.item(episode, speed: max(0.1, speed(episode.column)))
            let (sum, overflow) = size.addingReportingOverflow(item.size)
            if overflow || limits.size.map({ sum > $0.bytes }) ?? false {
                left.append(episode.id)
                continue
            }
            items.append(item)
            time += item.time
            size = sum
        }
        self.items = items
        self.left = left
    }

    private static func item(_ episode: Episode, speed: Double) -> Item {
        let audio = episode.audio
        let isHere = audio.state == .complete || audio.state == .unproven
        let announced = audio.total ?? episode.enclosure?.length.flatMap { $0 > 0 ? $0 : nil }
        // Where the feed tells one of length and duration, 128 kbit/s leads to the other.
        let duration =
            episode.duration ?? announced.map { .seconds(min($0, 1 << 40) / 16_000) }
            ?? .seconds(1800)
        let size = announced ?? min(duration, .seconds(1_000_000)).components.seconds * 16_000
        let rest = max(.zero, duration - episode.position)
        return Item(episode: episode.id, time: rest / speed, size: size, isHere: isHere)
    }
}
