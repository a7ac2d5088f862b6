import ColumnModel
import ColumnStore
import TestSupport
import Testing

@Suite struct ColumnCountTests {
    @Test(arguments: [1, 2, 3] as [UInt64]) func theCountsFollowWhateverIsDone(seed: UInt64)
        async throws
    {
        let library = TemporaryLibrary()
        let store = try Store(path: library.path)
        var random = SeededRandom(seed: seed)
        for act in 1...60 {
            let episodes = try await store.episodes()
            let some = episodes.shuffled(using: &random).prefix(3).map(\.id)
            let columns = try await store.columns()
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1:
                let (id, _) = try await store.addColumn(
                    url: "http://a/\(Int.random(in: 0..<4, using: &random))")
                try await store.fill(id, with: (1...4).map { makeEpisode(act * 10 + $0) })
            case 2: try await store.mark(some, played: true, by: .user, cause: "test")
            case 3: try await store.mark(some, played: false, by: .user, cause: "test")
            case 4: _ = try await store.undoLastChange()
            case 5:
                if let column = columns.randomElement(using: &random) {
                    try await store.removeColumn(column.id)
                }
            case 6: _ = try await store.addStream("http://a/\(act).mp3", title: "Stream")
            default:
                if act % 3 == 0, let column = columns.randomElement(using: &random) {
                    _ = try await store.purgeColumn(column.id)
                }
            }
            for column in try await store.columns() {
                let all = try await store.episodes(EpisodeQuery(column: column.id))
                #expect(column.episodeCount == all.count)
                #expect(column.unplayedCount == all.count { !$0.isPlayed })
            }
        }
        #expect(try await store.integrityFaults().isEmpty)
    }
}
