import ColumnModel
import Testing

@testable import ColumnStore

extension EpisodeSearch {
    /// Words, each as it stands; a `*` behind one lets it go on.
    fileprivate init(_ words: String) {
        self.init()
        terms = words.split(separator: " ").map { word in
            word.hasSuffix("*") ? Term(String(word.dropLast()), isPrefix: true) : Term(String(word))
        }
    }

    fileprivate init(phrase: String) {
        self.init()
        terms = [Term(phrase)]
    }

    fileprivate init(_ condition: Condition, isExcluded: Bool = false) {
        self.init()
        conditions = [(condition, isExcluded)]
    }
}

@Suite struct SearchTests {
    private let library = TemporaryLibrary()

    private func titles(_ store: Store, _ search: EpisodeSearch) async throws -> [String] {
        try await store.search(search).map(\.title)
    }

    @Test(arguments: [
        ("music", true), ("MUSIC", true), ("mus", false), ("mus*", true), ("zürich", true),
        ("zurich", true), ("专栏", true), ("栏下", true), ("下载", true), ("专", true), ("载", true),
        ("载专", false), ("href", false), ("nbsp", false), ("\"quoted\" OR", false),
        ("first music", true), ("música*", false),
    ])
    func findsText(query: String, isFound: Bool) async throws {
        let store = try Store(path: library.path)
        let (id, _) = try await store.addColumn(url: "http://a/feed")
        let body = "<p>Music&nbsp;from <a href=\"x\">Zürich</a></p> 专栏下载 first"
        try await store.fill(id, with: [makeEpisode(1, body: body), makeEpisode(2)])
        #expect(try await titles(store, EpisodeSearch(query)) == (isFound ? ["Episode 1"] : []))
    }

    @Test func phrasesStandInARow() async throws {
        let store = try Store(path: library.path)
        let (id, _) = try await store.addColumn(url: "http://a/feed")
        try await store.fill(
            id,
            with: [
                makeEpisode(1, body: "the winter garden"), makeEpisode(2, body: "garden in winter"),
            ])
        #expect(try await titles(store, EpisodeSearch(phrase: "winter garden")) == ["Episode 1"])
        #expect(try await titles(store, EpisodeSearch("winter garden")).count == 2)
    }

    @Test func titlesCountMoreThanNotesAndTheseMoreThanArticles() async throws {
        let store = try Store(path: library.path)
        let (id, _) = try await store.addColumn(url: "http://a/feed")
        var notes = makeEpisode(2, title: "Notes", body: "nothing here to see today")
        notes.summary = "a needle of all"
        try await store.fill(
            id,
            with: [
                makeEpisode(1, title: "Article", body: "a needle of all"), notes,
                makeEpisode(3, title: "Needle of all titles", body: "nothing here to see"),
                makeEpisode(4, title: "Other", body: "hay"),
            ])
        #expect(
            try await titles(store, EpisodeSearch("needle"))
                == ["Needle of all titles", "Notes", "Article"])
    }

    @Test func transcriptsAreFoundAlsoWhenTheyComeLater() async throws {
        let store = try Store(path: library.path)
        let (id, _) = try await store.addColumn(url: "http://a/feed")
        try await store.fill(id, with: [makeEpisode(1)])
        #expect(try await titles(store, EpisodeSearch("lighthouse")) == [])
        let episode = try #require(try await store.episodes().first)
        try await store.keepTranscript("at the lighthouse", from: "http://a/1.vtt", of: episode.id)
        #expect(try await titles(store, EpisodeSearch("lighthouse")) == ["Episode 1"])
        // Another language does not replace it; a new one of its own does.
        try await store.keepTranscript("am Turm", from: "http://a/1.de.vtt", of: episode.id)
        try await store.keepTranscript("at the tower", from: "http://a/1.vtt", of: episode.id)
        #expect(try await titles(store, EpisodeSearch("lighthouse")) == [])
        #expect(try await titles(store, EpisodeSearch("turm")) == [])
        #expect(try await titles(store, EpisodeSearch("tower")) == ["Episode 1"])
        #expect(try await store.integrityFaults().isEmpty)
    }

    @Test(arguments: [
        (EpisodeSearch.Condition.isIn(.liked), [1]), (.isIn(.played), [2]),
        (.isIn(.unplayed), [1, 3]), (.isIn(.queued), [3]), (.isIn(.new), [1, 3]),
        (.isIn(.downloaded), []), (.isIn(.read), [3]), (.isIn(.unread), [1, 2]),
        (.has(.audio), [1, 2, 3]), (.has(.notes), [1, 2, 3]), (.has(.chapters), []),
        (.has(.transcript), []), (.after(Timestamp(secondsSince1970: 172_800)), [2, 3]),
        (.before(Timestamp(secondsSince1970: 172_800)), [1]),
        (.columns([ColumnID(rawValue: 1)]), [1, 2, 3]), (.columns([ColumnID(rawValue: 9)]), []),
    ])
    func conditions(condition: EpisodeSearch.Condition, numbers: [Int]) async throws {
        let store = try Store(path: library.path)
        let (id, _) = try await store.addColumn(url: "http://a/feed")
        try await store.fill(id, with: (1...3).map { makeEpisode($0, body: "word") })
        let ids = try await store.episodes(EpisodeQuery(order: .oldest)).map(\.id)
        try await store.like([ids[0]], true)
        try await store.mark([ids[1]], played: true, by: .user, cause: "test")
        try await store.enqueue([ids[2]])
        try await store.mark([ids[2]], read: true, cause: "test")
        let wanted = numbers.map { "Episode \($0)" }
        let others = (1...3).filter { !numbers.contains($0) }.map { "Episode \($0)" }
        #expect(Set(try await titles(store, EpisodeSearch(condition))) == Set(wanted))
        #expect(
            Set(try await titles(store, EpisodeSearch(condition, isExcluded: true)))
                == Set(others))
        var both = EpisodeSearch(condition)
        both.terms = [.init("word")]
        #expect(Set(try await titles(store, both)) == Set(wanted))
    }

    @Test func excludedWordsExclude() async throws {
        let store = try Store(path: library.path)
        let (id, _) = try await store.addColumn(url: "http://a/feed")
        try await store.fill(
            id, with: [makeEpisode(1, body: "sun rain"), makeEpisode(2, body: "sun")])
        var search = EpisodeSearch("sun")
        search.terms.append(.init("rain", isExcluded: true))
        #expect(try await titles(store, search) == ["Episode 2"])
        search.terms.removeFirst()
        #expect(try await titles(store, search) == ["Episode 2"])
    }

    @Test func newestOnesAreRankedWhereAWordIsEverywhere() async throws {
        let store = try Store(path: library.path)
        let (id, _) = try await store.addColumn(url: "http://a/feed")
        try await store.fill(id, with: (1...3_100).map { makeEpisode($0, body: "common") })
        var search = EpisodeSearch("common")
        search.limit = 5_000
        #expect(try await store.search(search).count == 3_000)
    }
}

@Suite struct ReadingTests {
    @Test func placeAndStateAreKeptAndTakenBack() async throws {
        let library = TemporaryLibrary()
        let store = try Store(path: library.path)
        let (id, _) = try await store.addColumn(url: "http://a/feed")
        var text = makeEpisode(1, body: "text")
        text.enclosures = []
        try await store.fill(id, with: [text, makeEpisode(2)])
        let ids = try await store.episodes(EpisodeQuery(order: .oldest)).map(\.id)
        #expect(try await store.readPlace(of: ids[0]) == nil)
        try await store.setReadPlace(7, of: ids[0])
        #expect(try await store.readPlace(of: ids[0]) == 7)
        try await store.mark(ids, read: true, cause: "mark")
        #expect(try await store.episode(ids[0])?.isRead == true)
        #expect(try await store.readPlace(of: ids[0]) == 0)
        // What has audio is new until it was heard.
        #expect(try await store.episodes(EpisodeQuery(.new)).map(\.id) == [ids[1]])
        try await store.mark(ids, read: true, cause: "again")
        #expect(try await store.undoLastChange()?.counts == ["read": 2])
        #expect(try await store.episode(ids[0])?.isRead == false)
        #expect(try await store.episodes(EpisodeQuery(.new)).count == 2)
    }
}

@Suite struct ListeningTests {
    @Test func daysAreSummedAndOutliveTheColumn() async throws {
        let library = TemporaryLibrary()
        let store = try Store(path: library.path)
        let (id, _) = try await store.addColumn(url: "http://a/feed")
        try await store.fill(id, with: [makeEpisode(1), makeEpisode(2)])
        let ids = try await store.episodes(EpisodeQuery(order: .oldest)).map(\.id)
        var span = ListenedSpan()
        span.heard = .seconds(60)
        span.spent = .seconds(25)
        span.savedBySpeed = .seconds(30)
        span.savedByTrim = .seconds(5)
        for episode in [ids[0], ids[0], ids[1]] {
            try await store.record(span, of: episode, day: 20_000)
        }
        try await store.record(span, of: ids[1], day: 20_001)
        let days = try await store.listening()
        #expect(days.map(\.day) == [20_000, 20_001])
        #expect(days[0].span.heard == .seconds(180) && days[0].span.savedByTrim == .seconds(15))
        #expect(days[0].episodeCount == 2)
        #expect(try await store.listening(since: 20_001).count == 1)
        #expect(try await store.heardEpisodeCount() == 2)
        _ = try await store.purgeColumn(id)
        #expect(try await store.listening(of: id).map(\.title) == [nil, nil])
    }
}
