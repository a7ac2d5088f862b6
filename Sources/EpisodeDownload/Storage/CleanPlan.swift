public import ColumnModel
public import ColumnStore

/// What cleaning would do; making it changes nothing.
public struct CleanPlan: Sendable, Equatable {
    /// Why a download is to go.
    public enum Cause: String, Sendable {
        /// It was played.
        case played
        /// It is older than the rules allow.
        case age
        /// Newer ones of its column fill the number that stays.
        case number
        /// All together take more than the budget.
        case budget
    }

    /// One download that is to go.
    public struct Item: Sendable, Equatable {
        /// The download.
        public let media: StoredMedia
        /// Why it is to go.
        public let cause: Cause
    }

    /// What is to be moved to the trash.
    public let items: [Item]
    /// What lies in the trash and whose grace time is over.
    public let expired: [StoredMedia]
    /// How many bytes all downloads take now, without the trash.
    public let bytesBefore: Int64
    /// By how many bytes the budget is still exceeded, because the rest is protected.
    public let bytesOverBudget: Int64

    /// How many bytes the items take.
    public var bytes: Int64 { items.reduce(0) { $0 + $1.media.bytes } }

    /// Makes a plan from all that is stored, by rules, at a moment.
    public init(for stored: [StoredMedia], rules: CleanRules, at now: Timestamp) {
        let complete = stored.filter { $0.state == .complete || $0.state == .unproven }
        let free = complete.filter { !$0.isProtected }
        var causes: [EpisodeID: Cause] = [:]
        for media in free where rules.removesPlayed && media.played != nil {
            causes[media.episode] = .played
        }
        if let maximum = rules.maximumAge {
            for media in free where now - (media.completed ?? media.published) > maximum {
                causes[media.episode] = causes[media.episode] ?? .age
            }
        }
        if let newest = rules.newestPerColumn {
            for (_, column) in Dictionary(grouping: complete, by: \.column) {
                // Protected ones count among those that stay.
                let sorted = column.sorted {
                    ($0.published, $0.episode) > ($1.published, $1.episode)
                }
                for media in sorted.dropFirst(max(0, newest)) where !media.isProtected {
                    causes[media.episode] = causes[media.episode] ?? .number
                }
            }
        }
        // What was begun counts too: its bytes are on the same disk.
        let before = stored.filter { $0.state != .trashed }.reduce(0) { $0 + $1.bytes }
        var over: Int64 = 0
        if let budget = rules.budget {
            over = before - budget.bytes
            for media in free where causes[media.episode] != nil { over -= media.bytes }
            for media in free where causes[media.episode] == nil && over > 0 {
                causes[media.episode] = .budget
                over -= media.bytes
            }
        }
        items = free.compactMap { media in
            causes[media.episode].map { Item(media: media, cause: $0) }
        }
        expired = stored.filter { media in
            media.state == .trashed
                && media.trashed.map { now - $0 >= rules.grace } ?? true
        }
        bytesBefore = before
        bytesOverBudget = max(0, over)
    }
}
