public import ColumnModel
import ColumnStore
import EpisodeDownload

/// What cleaning would remove.
public struct StoragePlan: Sendable, Equatable {
    /// One download that is to go.
    public struct Item: Sendable, Equatable {
        /// The episode.
        public let episode: EpisodeID
        /// Its title.
        public let title: String
        /// How many bytes its file has.
        public let bytes: Int64
        /// Why it is to go: `played`, `age`, `number`, `budget`.
        public let cause: String
    }

    let plan: CleanPlan
    /// What is to be moved to the trash.
    public let items: [Item]
    /// How many files lie in the trash whose time is over.
    public let expiredCount: Int
    /// How many bytes the items take.
    public let bytes: Int64
    /// How many bytes all downloads take now, without the trash.
    public let bytesBefore: Int64
    /// By how many bytes the budget is still exceeded, because the rest is protected.
    public let bytesOverBudget: Int64

    init(_ plan: CleanPlan) {
        self.plan = plan
        items = plan.items.map {
            Item(
                episode: $0.media.episode, title: $0.media.title, bytes: $0.media.bytes,
                cause: $0.cause.rawValue)
        }
        expiredCount = plan.expired.count
        bytes = plan.bytes
        bytesBefore = plan.bytesBefore
        bytesOverBudget = plan.bytesOverBudget
    }
}
