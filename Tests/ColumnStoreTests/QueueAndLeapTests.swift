import ColumnModel
import ColumnStore
import TestSupport
import Testing

/// The queue's history, leaps, and streams that nobody subscribed to.
@Suite struct QueueAndLeapTests {
    private let home = TemporaryHome()
    private let moment = Watched(Timestamp(secondsSince1970: 1_000_000))
    private let store: Store

    init() throws {
        let moment = moment
        store = try Store(path: home.path("library.sqlite"), now: { moment.value })
    }

    private func episodes(_ count: Int) async throws -> [EpisodeID] {
        var ids: [EpisodeID] = []
        for number in 0..<count {
            ids.append(try await store.addStream("http://a/\(number).mp3", title: "\(number)"))
        }
        return ids
    }

    private func queue() async throws -> [EpisodeID] { try await store.queue().map(\.episode) }

    // MARK: - Queue

    @Test func whatWasClearedComesBackInItsOrderWithNewNumbers() async throws {
        let ids = try await episodes(3)
        let list = [ids[2], ids[0], ids[2], ids[1]]
        try await store.enqueue(list)
        let numbers = try await store.queue().map(\.id)
        #expect(Set(numbers).count == 4)
        try await store.clearQueue()
        let removals = try await store.queueRemovals(limit: 10)
        #expect(removals.map(\.cause) == ["queue clear"])
        #expect(removals.first?.episodes == list)
        #expect(try await store.restoreQueue(removals[0].id) == 4)
        #expect(try await queue() == list)
        #expect(try await Set(store.queue().map(\.id)).isDisjoint(with: numbers))
        // It is back, and is not put back twice.
        #expect(try await store.queueRemovals(limit: 10).isEmpty)
        await #expect(throws: StoreError.self) { try await store.restoreQueue(removals[0].id) }
        #expect(try await queue() == list)
    }

    @Test func playedAndRemovedAreToldApartAndComeBackOneByOne() async throws {
        let ids = try await episodes(3)
        try await store.enqueue(ids)
        let entries = try await store.queue().map(\.id)
        try await store.dequeue([entries[0]], by: .player)
        try await store.dequeue([entries[1]])
        #expect(
            try await store.queueRemovals(limit: 10).map(\.cause) == ["queue remove", "played"])
        let played = try await store.queueRemovals(limit: 10)[1]
        _ = try await store.restoreQueue(played.id)
        #expect(try await queue() == [ids[0], ids[2]])
        #expect(try await store.queueRemovals(limit: 10).map(\.cause) == ["queue remove"])
    }

    @Test func undoAndRestoreKnowOfEachOther() async throws {
        let ids = try await episodes(2)
        try await store.enqueue(ids)
        try await store.clearQueue()
        // Taken back by undo: there is nothing to restore.
        _ = try await store.undoLastChange()
        #expect(try await queue() == ids)
        #expect(try await store.queueRemovals(limit: 10).isEmpty)
        try await store.clearQueue()
        _ = try await store.restoreQueue(try await store.queueRemovals(limit: 1)[0].id)
        // The restore taken back: it can be restored again.
        _ = try await store.undoLastChange()
        #expect(try await queue().isEmpty)
        #expect(try await store.queueRemovals(limit: 10).count == 1)
    }

    @Test func aMovedQueueComesBackWhereItStood() async throws {
        let ids = try await episodes(3)
        try await store.enqueue(ids)
        let entries = try await store.queue().map(\.id)
        try await store.moveInQueue(entries[2], to: 0)
        #expect(try await queue() == [ids[2], ids[0], ids[1]])
        try await store.dequeue([entries[0]])
        let removal = try #require(try await store.queueRemovals(limit: 1).first)
        _ = try await store.restoreQueue(removal.id)
        #expect(try await queue() == [ids[2], ids[0], ids[1]])
    }

    // MARK: - Leaps

    @Test func keysInARowAreOneLeap() async throws {
        let id = try await episodes(1)[0]
        try await store.noteLeap(from: .seconds(100), to: .seconds(130), of: id)
        moment.update { $0 = $0 + .seconds(2) }
        try await store.noteLeap(from: .seconds(132), to: .seconds(162), of: id)
        moment.update { $0 = $0 + .seconds(2) }
        try await store.noteLeap(from: .seconds(164), to: .seconds(194), of: id)
        #expect(try await store.takeLastLeap(of: id) == .seconds(100))
        #expect(try await store.takeLastLeap(of: id) == nil)
    }

    @Test func leapsApartAreTakenBackOneByOne() async throws {
        let ids = try await episodes(2)
        try await store.noteLeap(from: .seconds(10), to: .seconds(500), of: ids[0])
        try await store.noteLeap(from: .seconds(77), to: .seconds(78), of: ids[1])
        moment.update { $0 = $0 + .seconds(60) }
        try await store.noteLeap(from: .seconds(560), to: .seconds(20), of: ids[0])
        #expect(try await store.takeLastLeap(of: ids[0]) == .seconds(560))
        #expect(try await store.takeLastLeap(of: ids[0]) == .seconds(10))
        #expect(try await store.takeLastLeap(of: ids[0]) == nil)
        #expect(try await store.takeLastLeap(of: ids[1]) == .seconds(77))
    }

    @Test func noMoreLeapsAreKeptThanAnybodyTakesBack() async throws {
        let id = try await episodes(1)[0]
        for number in 1...60 {
            moment.update { $0 = $0 + .seconds(60) }
            try await store.noteLeap(from: .seconds(number * 100), to: .zero, of: id)
        }
        var count = 0
        while try await store.takeLastLeap(of: id) != nil { count += 1 }
        #expect(count == 50)
    }

    // MARK: - Streams

    @Test func aStreamIsOneEpisodeAndNoSubscription() async throws {
        let id = try await store.addStream("http://a/x.mp3", title: "x.mp3")
        #expect(try await store.addStream("http://a/x.mp3", title: "other") == id)
        let episode = try #require(try await store.episode(id))
        #expect(episode.title == "x.mp3")
        #expect(episode.enclosure?.url == "http://a/x.mp3")
        #expect(try await store.columns().isEmpty)
        #expect(try await store.episodes().isEmpty)
        try await store.savePosition(.seconds(5), of: id)
        #expect(try await store.episodes(EpisodeQuery(.history)).map(\.id) == [id])
        // It is found by a search, and that index can be kept in step.
        try await store.updateSearchIndex()
        #expect(try await store.purgeColumn(episode.column).isEmpty)
        #expect(try await store.integrityFaults().isEmpty)
    }
}
