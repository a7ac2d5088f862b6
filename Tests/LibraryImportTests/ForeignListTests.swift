import ColumnModel
import Testing

@testable import LibraryImport

/// Text files of other programs, told by their content.
@Suite struct ForeignListTests {
    private func read(_ text: String) throws -> ForeignLibrary {
        try ForeignLibrary.read(Array(text.utf8), path: nil)
    }

    @Test func newsboatAddresses() throws {
        let library = try read(
            """
            # mine
            https://a.test/f "News" "~The \\"A\\"" daily
            "query:Unread:unread = \\"yes\\""

            https://b.test/f
            file:///home/me/f.xml
            """)
        #expect(library.source == .newsboat)
        #expect(library.subscriptions.map(\.url) == ["https://a.test/f", "https://b.test/f"])
        #expect(library.subscriptions[0].title == "The \"A\"")
        #expect(library.subscriptions[0].folders == [["News"], ["daily"]])
        #expect(library.refused == ["file:///home/me/f.xml"])
        #expect(library.omissions.map(\.kind) == [.madeFeeds, .states])
    }

    @Test func podboatQueue() throws {
        let library = try read(
            """
            https://a.test/1.mp3 "/home/me/1.mp3" finished
            https://a.test/2.mp3 "/home/me/2.mp3" downloaded
            https://a.test/3.mp3 "/home/me/3.mp3"
            """)
        #expect(library.source == .podboat)
        #expect(library.episodes.map(\.isPlayed) == [true, false, false])
        #expect(library.episodes.map(\.queueIndex) == [nil, 1, 2])
        #expect(
            library.omissions == [
                .init(kind: .feedAddresses, count: 1), .init(kind: .files, count: 1),
            ])
    }

    @Test func pocketCastsHistory() throws {
        let library = try read(
            """
            {"total": 2, "episodes": [
              {"uuid": "a", "url": "https://a.test/1.mp3", "podcastUuid": "p", "playingStatus": 3,
               "playedUpTo": 10, "starred": true, "title": "One"},
              {"uuid": "b", "url": "https://a.test/2.mp3", "podcastUuid": "p", "playingStatus": 2,
               "playedUpTo": 61, "starred": false, "nested": {"url": "x"}}]}
            """)
        #expect(library.source == .pocketCasts)
        #expect(library.episodes.map(\.isPlayed) == [true, false])
        #expect(library.episodes.map(\.isLiked) == [true, false])
        #expect(library.episodes[1].position == .seconds(61))
        #expect(library.episodes[1].audioURL == "https://a.test/2.mp3")
    }

    @Test func foldersOfListsAreKept() throws {
        let library = try read(
            """
            <opml version="2.0"><body><outline text="News"><outline text="Daily">
            <outline text="A" xmlUrl="https://a.test/f"/></outline></outline>
            <outline text="Fun"><outline text="A" xmlUrl="https://a.test/f"/></outline>
            <outline text="B" xmlUrl="https://b.test/f"/></body></opml>
            """)
        #expect(library.source == .opml)
        #expect(library.subscriptions.map(\.folders) == [[["News", "Daily"], ["Fun"]], []])
    }

    @Test(arguments: [
        ("", LibraryImportError.notRecognized), ("plain text", .notRecognized),
        ("{\"a\": 1}", .notRecognized), ("[1, 2", .notRecognized),
        ("<html></html>", .notRecognized),
        ("PK\u{3}\u{4}rest", .packed),
    ])
    func whatIsUnknownIsRefused(text: String, error: LibraryImportError) {
        #expect(throws: error) { try read(text) }
    }

    @Test func aCutExportSaysSo() throws {
        let library = try read(
            "{\"version\":1,\"kind\":\"column-export\",\"columns\":[{\"id\":1,\"url\":\"https://a.test/\"}"
        )
        #expect(library.isCut && library.subscriptions.count == 1)
    }
}
