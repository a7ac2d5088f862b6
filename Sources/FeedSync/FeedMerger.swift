import ColumnModel
import ColumnStore
import FeedParsing

/// Merges one feed into its column: identity, the brake, new by first sight.
struct FeedMerger: Sendable {
    /// The sync would change more than the brake lets through.
    struct Held: Error {
        let changes: Int
        let known: Int
    }

    /// Where the brake begins to look: a young column may double in a week.
    private static let freeChanges = 4

    let store: Store
    let column: ColumnID
    let holdShare: Double
    let newestCount: Int
    /// Whether the user has let the held sync through.
    let acceptsHeld: Bool

    /// Merges a feed that lies in memory whole.
    func merge(_ episodes: [ParsedEpisode], of feed: ParsedFeed, state: FeedState) async throws
        -> MergeCounts
    {
        let keys = episodes.map(EpisodeKeys.init(of:))
        return try await store.merge(into: column) { session in
            var plan = try makePlan(session, keys: keys)
            for (episode, key) in zip(episodes, keys) {
                try plan.apply(episode, key, in: session)
            }
            return try plan.finish(in: session, feed: feed, state: state)
        }
    }

    /// Merges a feed that is too large for memory; it is read twice.
    func merge(_ body: FetchedFeed, keys: [EpisodeKeys], of feed: ParsedFeed, state: FeedState)
        async throws -> MergeCounts
    {
        try await store.merge(into: column) { session in
            var plan = try makePlan(session, keys: keys)
            _ = try body.parse { episode in
                try plan.apply(episode, EpisodeKeys(of: episode), in: session)
            }
            return try plan.finish(in: session, feed: feed, state: state)
        }
    }

    private func makePlan(_ session: MergeSession, keys: [EpisodeKeys]) throws -> MergePlan {
        let known = try session.knownEpisodes()
        let plan = MergePlan(keys: keys, known: known, newestCount: newestCount)
        let changes = plan.changeCount
        let isBraked =
            !known.isEmpty && changes > Self.freeChanges
            && Double(changes) > holdShare * Double(known.count)
        if isBraked && !acceptsHeld {
            throw Held(changes: changes, known: known.count)
        }
        return plan
    }
}
