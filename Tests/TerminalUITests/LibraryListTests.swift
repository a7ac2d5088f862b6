import ColumnModel
import ColumnServices
import SQLiteKit
import TestSupport
import Testing

@testable import TerminalUI

/// The reads of the interface on a real library.
@Suite struct LibraryListTests {
    private let home = TemporaryHome()
    private let library: LibraryService

    init() async throws {
        library = try LibraryService(places: Places(environment: ["COLUMN_HOME": home.path]))
        _ = try await library.subscribe(to: "https://example.org/a", title: "A")
        _ = try await library.subscribe(to: "https://example.org/b", title: "B")
        let connection = try Connection(
            path: home.path("library.sqlite"), mode: .readWrite, busyTimeout: .seconds(10))
        for number in 1...60 {
            try connection.run(
                """
                INSERT INTO episodes (column_id, title_key, content_hash, title, published,
                    first_seen, duration, is_new, liked)
                VALUES (?, 0, 0, ?, ?, ?, ?, ?, ?)
                """, number % 2 + 1, "Title \(number * 7 % 60)",
                number % 5 == 0 ? nil : 1_000_000 + number * 37 % 100, 1_000_000 + number,
                number * 13 % 50, number % 3 == 0 ? 1 : 0, number % 4 == 0 ? number : nil)
            if number % 6 == 0 {
                try connection.run(
                    "INSERT INTO audio (episode_id, state) VALUES (?, 'complete')", number)
                try connection.run(
                    "INSERT INTO positions (episode_id, position, updated) VALUES (?, 1, ?)",
                    number, 5_000 - number)
            }
            if number < 5 {
                try connection.run(
                    "INSERT INTO queue (episode_id, rank, added) VALUES (?, ?, 0)", number,
                    9 - number)
            }
        }
    }

    /// The numbers of a list are those of its episodes, in the same order.
    @Test(arguments: EpisodeRequest.List.allCases, [nil] + EpisodeRequest.Order.allCases)
    func numbersAreThoseOfTheRows(_ list: EpisodeRequest.List, _ order: EpisodeRequest.Order?)
        async throws
    {
        for column in [nil, ColumnID(rawValue: 1)] {
            var request = EpisodeRequest(list, column: column)
            request.order = order
            for limit in [nil, 7] {
                request.limit = limit
                let rows = try await library.episodes(request).map(\.id)
                #expect(try await library.episodeIDs(request) == rows)
                #expect(!rows.isEmpty || list == .downloads || column != nil)
            }
        }
    }

    @Test func theMarkSaysWhichPartChanged() async throws {
        let id = EpisodeID(rawValue: 1)
        func change(_ body: () async throws -> Void) async throws -> LibraryChange {
            let before = try await library.mark()
            try await body()
            return LibraryWatcher.change(from: before, to: try await library.mark())
        }
        #expect(try await change {} == .rows)
        #expect(try await change { try await library.like([id], true) } == .all)
        #expect(
            try await change { try await library.moveInQueue(1, to: 3) } == [.rows, .lists])
        #expect(
            try await change {
                _ = try await library.subscribe(to: "https://example.org/c")
            } == .all)
    }

    @Test func anotherConnectionSeesTheCommit() async throws {
        let other = try LibraryService(places: Places(environment: ["COLUMN_HOME": home.path]))
        let before = try await other.dataVersion()
        #expect(try await other.dataVersion() == before)
        try await library.like([EpisodeID(rawValue: 1)], true)
        #expect(try await other.dataVersion() != before)
    }
}
