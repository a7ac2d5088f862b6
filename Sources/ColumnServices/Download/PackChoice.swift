public import ColumnModel
import EpisodeDownload

/// What is taken along on a journey.
public struct PackChoice: Sendable, Equatable {
    /// One episode that is taken along.
    public struct Item: Sendable, Equatable {
        /// The episode.
        public let episode: Episode
        /// How long it takes to hear what is left of it, at its column's speed.
        public let time: Duration
        /// How many bytes it has, or is thought to have.
        public let size: Int64
        /// Whether it is downloaded already.
        public let isHere: Bool
    }

    /// What is taken along, in order.
    public let items: [Item]
    /// What would have come next and was too large.
    public let left: [EpisodeID]
    /// How long all of it takes to hear.
    public let time: Duration
    /// How many bytes all of it takes, or is thought to take.
    public let size: Int64
    /// How many bytes are thought to be missing of it.
    public let bytesToFetch: Int64

    init(_ plan: PackPlan, of candidates: [Episode]) {
        let byID = Dictionary(candidates.map { ($0.id, $0) }) { first, _ in first }
        items = plan.items.compactMap { item in
            byID[item.episode].map {
                Item(episode: $0, time: item.time, size: item.size, isHere: item.isHere)
            }
        }
        left = plan.left
        time = plan.time
        // Each sum was taken without an overflow by the plan.
        size = plan.items.reduce(0) { $0 + $1.size }
        bytesToFetch = plan.bytesToFetch
    }
}
