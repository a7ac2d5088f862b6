import ColumnModel
import ColumnStore

/// What a merge will do, decided before anything is written; applied item by item in feed order.
struct MergePlan {
    private let verdicts: [EpisodeMatcher.Verdict]
    private let known: [(id: EpisodeID, keys: EpisodeKeys, isAbsent: Bool)]
    private let guids: [EpisodeID: String?]
    private let newItems: Set<Int>?
    private var next = 0
    private var seen: Set<EpisodeID> = []
    private var counts = MergeCounts()

    init(
        keys: [EpisodeKeys], known: [(id: EpisodeID, keys: EpisodeKeys, isAbsent: Bool)],
        newestCount: Int
    ) {
        self.known = known
        guids = Dictionary(known.map { ($0.id, $0.keys.guid) }) { first, _ in first }
        verdicts = EpisodeMatcher.verdicts(
            on: keys, knowing: known.map { EpisodeMatcher.Known(id: $0.id, keys: $0.keys) })
        newItems = known.isEmpty ? Self.newest(newestCount, of: keys) : nil
    }

    /// How many episodes would be added or re-keyed.
    var changeCount: Int {
        verdicts.count { verdict in
            switch verdict {
            case .add, .rekey: true
            case .unchanged, .update, .duplicate: false
            }
        }
    }

    /// Carries out the verdict on the next item.
    mutating func apply(_ episode: ParsedEpisode, _ keys: EpisodeKeys, in session: MergeSession)
        throws
    {
        let index = next
        next += 1
        // The second reading of a large feed sees what the first saw; anything more is left.
        guard index < verdicts.count else { return }
        counts.total += 1
        switch verdicts[index] {
        case .add:
            // A first sync brings a backlog, of which only the newest are news to the listener.
            let isNew = newItems?.contains(index) ?? true
            try session.insert(
                episode, keys: keys, isNew: isNew,
                cause: newItems == nil ? "not known before" : "first sync")
            counts.added += 1
        case .unchanged(let id):
            seen.insert(id)
        case .update(let id):
            seen.insert(id)
            try session.update(id, with: episode, keys: keys, change: "updated", cause: "feed")
            counts.updated += 1
        case .rekey(let id, let evidence):
            seen.insert(id)
            let before = guids[id] ?? nil
            try session.update(
                id, with: episode, keys: keys, change: "re-keyed", cause: evidence.rawValue,
                before: before, after: keys.guid)
            counts.rekeyed += 1
        case .duplicate:
            counts.total -= 1
        }
    }

    /// Notes who left the feed and who came back, and keeps the feed's own facts.
    func finish(in session: MergeSession, feed: ParsedFeed, state: FeedState) throws -> MergeCounts
    {
        let returned = known.filter { $0.isAbsent && seen.contains($0.id) }.map(\.id)
        try session.setAbsent(returned, false)
        // A damaged feed or one page of several is not the full list.
        if feed.problems.isEmpty && feed.nextPageURL == nil {
            let gone = known.filter { !$0.isAbsent && !seen.contains($0.id) }.map(\.id)
            try session.setAbsent(gone, true)
        }
        try session.finish(feed: feed, state: state)
        return counts
    }

    /// The items with the latest dates; among undated ones those that stand first in the feed.
    private static func newest(_ count: Int, of keys: [EpisodeKeys]) -> Set<Int> {
        let order = keys.indices.sorted { left, right in
            let dates = (keys[left].published ?? .min, keys[right].published ?? .min)
            return dates.0 == dates.1 ? left < right : dates.0 > dates.1
        }
        return Set(order.prefix(count))
    }
}
