import ColumnModel
import ColumnStore
@preconcurrency import Glibc
import Testing

/// A library file in a folder of its own, which goes away with the test.
final class TemporaryLibrary: Sendable {
    let folder: String
    var path: String { folder + "/library.sqlite" }

    init() {
        var template = Array("/tmp/column-store-XXXXXX".utf8CString)
        folder = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
    }

    deinit {
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
        rmdir(folder)
    }
}

func makeEpisode(_ number: Int, title: String? = nil, body: String = "") -> ParsedEpisode {
    var episode = ParsedEpisode()
    episode.guid = "guid-\(number)"
    episode.title = title ?? "Episode \(number)"
    episode.content = Article(body: body, format: .html)
    episode.published = Timestamp(secondsSince1970: Int64(number) * 86_400)
    episode.enclosures = [Enclosure(url: "http://a/\(number).mp3", type: "audio/mpeg", length: 10)]
    return episode
}

func keys(of episode: ParsedEpisode) -> EpisodeKeys {
    EpisodeKeys(
        guid: episode.guid, urlKey: nil, titleKey: 1, published: nil, duration: nil, contentHash: 0)
}

extension Store {
    func fill(_ column: ColumnID, with episodes: [ParsedEpisode]) throws {
        try merge(into: column) { session in
            for episode in episodes {
                try session.insert(episode, keys: keys(of: episode), isNew: true, cause: "test")
            }
            var feed = ParsedFeed(kind: .rss)
            feed.title = "Test"
            try session.finish(feed: feed, state: FeedState())
        }
    }
}

@Suite struct StoreTests {
    @Test func keepsWhatItIsTold() async throws {
        let library = TemporaryLibrary()
        let store = try Store(path: library.path)
        let (id, isNew) = try await store.addColumn(url: "http://a/feed")
        #expect(isNew)
        #expect(try await store.addColumn(url: "http://a/feed") == (id, false))
        try await store.fill(id, with: (1...5).map { makeEpisode($0) })

        let columns = try await store.columns()
        #expect(columns.map(\.title) == ["Test"])
        #expect(columns.first?.episodeCount == 5)
        let episodes = try await store.episodes(EpisodeQuery(.new))
        #expect(episodes.map(\.title).first == "Episode 5")
        let first = try #require(episodes.first)
        try await store.savePosition(.seconds(12), of: first.id)
        try await store.mark([first.id], played: true, by: .user, cause: "mark played")
        try await store.like([first.id], true)
        let again = try #require(try await store.episode(first.id))
        #expect(again.position == .seconds(12) && again.isPlayed && again.isLiked)
        let changes = try await store.journal(of: .episode, first.id.rawValue).map(\.change)
        #expect(changes == ["added", "played", "liked"])
        #expect(try await store.integrityFaults().isEmpty)
    }

    @Test func findsEpisodesByWhateverNamesThem() async throws {
        let library = TemporaryLibrary()
        let store = try Store(path: library.path)
        let (id, _) = try await store.addColumn(url: "http://a/feed")
        var one = makeEpisode(1, title: "Rainy harbour")
        one.link = "http://a/pages/1"
        try await store.fill(id, with: [one, makeEpisode(2, title: "夜雨寄北"), makeEpisode(3)])
        for text in ["guid-1", "http://a/pages/1", "http://a/1.mp3"] {
            let found = try await store.episodes(identifiedBy: text)
            #expect(found.count == 1)
            #expect(try await store.episode(try #require(found.first))?.title == "Rainy harbour")
        }
        #expect(try await store.episodes(identifiedBy: "http://a/2").isEmpty)
        // By beginnings of words, by parts of them where there is no such word, in Chinese by any part.
        for (words, title) in [
            (["rain"], "Rainy harbour"), (["HARB", "rainy"], "Rainy harbour"),
            (["bour"], "Rainy harbour"), (["雨寄"], "夜雨寄北"), (["北"], "夜雨寄北"),
        ] {
            #expect(try await store.episodes(titled: words, limit: 5).map(\.title) == [title])
        }
        #expect(try await store.episodes(titled: ["\"", "title:"], limit: 5).isEmpty)
    }

    @Test func refusesALibraryOfALaterVersion() async throws {
        let library = TemporaryLibrary()
        _ = try Store(path: library.path)
        try setVersion(99, of: library.path)
        #expect(throws: StoreError.newerSchema(path: library.path, found: 99, known: 1)) {
            _ = try Store(path: library.path)
        }
    }

    @Test func refusesAFileThatIsNoDatabase() async throws {
        let library = TemporaryLibrary()
        let file = open(library.path, O_CREAT | O_WRONLY, 0o600)
        let junk = [UInt8](repeating: 0x41, count: 5000)
        #expect(write(file, junk, junk.count) == junk.count)
        close(file)
        #expect(throws: StoreError.self) { _ = try Store(path: library.path) }
    }

    @Test func twoStoresOnOneFileSeeEachOther() async throws {
        let library = TemporaryLibrary()
        let one = try Store(path: library.path)
        let other = try Store(path: library.path)
        let (id, _) = try await one.addColumn(url: "http://a/feed")
        #expect(try await other.columns().map(\.id) == [id])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                let store = number % 2 == 0 ? one : other
                group.addTask { _ = try await store.addColumn(url: "http://b/\(number)") }
            }
            try await group.waitForAll()
        }
        #expect(try await one.columns().count == 41)
    }

    @Test func anErrorTakesTheWholeMergeBack() async throws {
        struct Stop: Error {}
        let library = TemporaryLibrary()
        let store = try Store(path: library.path)
        let (id, _) = try await store.addColumn(url: "http://a/feed")
        await #expect(throws: Stop.self) {
            try await store.merge(into: id) { session in
                let episode = makeEpisode(1)
                try session.insert(episode, keys: keys(of: episode), isNew: true, cause: "test")
                throw Stop()
            }
        }
        #expect(try await store.episodes().isEmpty)
    }

    @Test func theQueueKeepsItsOrder() async throws {
        let library = TemporaryLibrary()
        let store = try Store(path: library.path)
        let (id, _) = try await store.addColumn(url: "http://a/feed")
        try await store.fill(id, with: (1...3).map { makeEpisode($0) })
        let ids = try await store.episodes(EpisodeQuery(order: .oldest)).map(\.id)
        try await store.enqueue([ids[0], ids[1], ids[0]])
        try await store.enqueue([ids[2]], atFront: true)
        let queue = try await store.queue()
        #expect(queue.map(\.episode) == [ids[2], ids[0], ids[1], ids[0]])
        try await store.moveInQueue(queue[3].id, to: 0)
        try await store.dequeue([queue[1].id])
        #expect(try await store.queue().map(\.episode) == [ids[0], ids[2], ids[1]])
        #expect(
            try await store.episodes(EpisodeQuery(.queue)).map(\.id) == [ids[0], ids[2], ids[1]])
    }
}

@Suite struct UndoTests {
    @Test func takesBackTheLastChangeAndThenTheOneBefore() async throws {
        let library = TemporaryLibrary()
        let store = try Store(path: library.path)
        let (id, _) = try await store.addColumn(url: "http://a/feed")
        try await store.fill(id, with: [makeEpisode(1), makeEpisode(2)])
        let first = try #require(try await store.episodes().last)
        try await store.mark([first.id], played: true, by: .user, cause: "mark played")
        try await store.like([first.id], true)

        #expect(try await store.undoLastChange()?.counts == ["liked": 1])
        #expect(try await store.episode(first.id)?.isLiked == false)
        #expect(try await store.undoLastChange()?.counts == ["played": 1])
        let again = try #require(try await store.episode(first.id))
        #expect(!again.isPlayed)
        #expect(try await store.episodes(EpisodeQuery(.new)).count == 2)
        #expect(try await store.undoLastChange()?.counts == ["added": 2])
        #expect(try await store.episodes().isEmpty)
        #expect(try await store.undoLastChange()?.counts == ["subscribed": 1])
        #expect(try await store.columns().isEmpty)
        #expect(try await store.undoLastChange() == nil)
        #expect(try await store.integrityFaults().isEmpty)
    }

    @Test func undoingASyncKeepsWhatWasTouchedSince() async throws {
        let library = TemporaryLibrary()
        let store = try Store(path: library.path)
        let (id, _) = try await store.addColumn(url: "http://a/feed")
        try await store.fill(id, with: [makeEpisode(1), makeEpisode(2)])
        let kept = try #require(try await store.episodes().first)
        try await store.savePosition(.seconds(5), of: kept.id)
        #expect(try await store.undoLastChange()?.counts == ["added": 1])
        #expect(try await store.episodes().map(\.id) == [kept.id])
    }

    @Test func theQueueComesBackInItsOrder() async throws {
        let library = TemporaryLibrary()
        let store = try Store(path: library.path)
        let (id, _) = try await store.addColumn(url: "http://a/feed")
        try await store.fill(id, with: (1...3).map { makeEpisode($0) })
        let ids = try await store.episodes(EpisodeQuery(order: .oldest)).map(\.id)
        try await store.enqueue([ids[2], ids[0], ids[1]])
        try await store.clearQueue()
        #expect(try await store.undoLastChange()?.cause == "queue clear")
        #expect(try await store.queue().map(\.episode) == [ids[2], ids[0], ids[1]])
        // What the player took is no change of the user's.
        try await store.dequeue([try #require(try await store.queue().first).id], by: .player)
        #expect(try await store.undoLastChange()?.cause == "queue add")
    }

    @Test func whatCannotBeTakenBackHidesNothingBehindIt() async throws {
        let library = TemporaryLibrary()
        let store = try Store(path: library.path)
        let (kept, _) = try await store.addColumn(url: "http://a/feed")
        let (purged, _) = try await store.addColumn(url: "http://b/feed")
        _ = try await store.purgeColumn(purged)
        let change = try #require(try await store.undoLastChange())
        #expect(!change.isTakenBack && change.counts == ["purged": 1])
        #expect(try await store.columns().map(\.id) == [kept])
    }

    @Test func addIsOneStepAndTheNextSyncSeesAllAgain() async throws {
        let library = TemporaryLibrary()
        let store = try Store(path: library.path)
        let (id, _) = try await store.addColumn(url: "http://a/feed")
        let episode = makeEpisode(1)
        try await store.merge(into: id) { session in
            try session.insert(episode, keys: keys(of: episode), isNew: true, cause: "first sync")
            var state = FeedState()
            state.etag = "\"1\""
            state.bodyHash = 1
            try session.finish(feed: ParsedFeed(kind: .rss), state: state)
        }
        let change = try await store.undoLastChange()
        #expect(change?.counts == ["added": 1, "subscribed": 1])
        #expect(try await store.columns().isEmpty)
        let state = try await store.feedState(of: id)
        #expect(state.etag == nil && state.bodyHash == nil)
    }

    @Test func aPurgedColumnLeavesNothingToFind() async throws {
        let library = TemporaryLibrary()
        let store = try Store(path: library.path)
        let (id, _) = try await store.addColumn(url: "http://a/feed")
        try await store.fill(id, with: [makeEpisode(1, title: "Needle")])
        var needle = EpisodeSearch()
        needle.terms = [.init("needle")]
        #expect(try await store.search(needle).count == 1)
        _ = try await store.purgeColumn(id)
        let (other, _) = try await store.addColumn(url: "http://b/feed")
        try await store.fill(other, with: [makeEpisode(1, title: "Hay")])
        #expect(try await store.search(needle).isEmpty)
        #expect(try await store.integrityFaults().isEmpty)
    }

    @Test func aRemovedColumnShowsOnlyWhatIsLiked() async throws {
        let library = TemporaryLibrary()
        let store = try Store(path: library.path)
        let (id, _) = try await store.addColumn(url: "http://a/feed")
        try await store.fill(id, with: [makeEpisode(1), makeEpisode(2)])
        let liked = try #require(try await store.episodes().first)
        try await store.like([liked.id], true)
        try await store.removeColumn(id)
        #expect(try await store.columns().isEmpty)
        #expect(try await store.episodes().map(\.id) == [liked.id])
        #expect(try await store.undoLastChange()?.counts == ["removed": 1])
        #expect(try await store.episodes().count == 2)
    }
}

private func setVersion(_ version: Int32, of path: String) throws {
    // PRAGMA user_version stands big-endian at offset 60 of the header (sqlite.org/fileformat.html).
    let file = open(path, O_WRONLY)
    defer { close(file) }
    var value = version.bigEndian
    #expect(pwrite(file, &value, 4, 60) == 4)
}
