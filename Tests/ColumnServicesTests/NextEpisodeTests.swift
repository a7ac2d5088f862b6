import ColumnModel
import ColumnStore
import PlaybackRules
import SQLiteKit
import TestSupport
import Testing

@testable import ColumnServices

/// The next episode is opened before its turn, so that it is heard without a gap; or never.
@Suite struct NextEpisodeTests {
    private let home = TemporaryHome()

    /// Two episodes of half a minute of silence, both on the disk.
    private func makeEpisodes(_ library: LibraryService, _ places: Places) async throws
        -> [Episode]
    {
        let column = try await library.store.addColumn(url: "http://127.0.0.1:1/feed").id
        try await library.store.merge(into: column) { session in
            for number in 1...2 {
                var parsed = ParsedEpisode()
                parsed.title = "Part \(number)"
                parsed.enclosures = [
                    Enclosure(url: "http://127.0.0.1:1/\(number).wav", type: nil, length: nil)
                ]
                try session.insert(
                    parsed,
                    keys: EpisodeKeys(
                        guid: "\(number)", urlKey: nil, titleKey: 0, published: nil, duration: nil,
                        contentHash: 0), isNew: true, cause: "test")
            }
        }
        let episodes = try await library.store.episodes(EpisodeQuery(.all, column: column))
        let database = try Connection(
            path: places.libraryFile, mode: .readWrite, busyTimeout: .seconds(10))
        for episode in episodes {
            home.write(Self.silence(seconds: 30), to: "c/media/\(episode.id.rawValue).wav")
            try database.run(
                "INSERT INTO audio (episode_id, state, file) VALUES (?, 'complete', ?)",
                episode.id.rawValue, "\(episode.id.rawValue).wav")
        }
        return try await library.store.episodes(EpisodeQuery(.all, column: column))
    }

    private func makePlayer(sleep: SleepKind?) async throws -> (PlaybackService, [Episode]) {
        let places = try Places(environment: ["COLUMN_HOME": home.path("c")])
        let library = try LibraryService(places: places)
        let episodes = try await makeEpisodes(library, places)
        try #require(episodes.count == 2 && episodes.allSatisfy { $0.audio.file != nil })
        var options = PlaybackOptions()
        options.output = "null"
        options.sleep = sleep
        let player = try PlaybackService(
            library: library, places: places, configuration: Configuration(), options: options)
        return (player, episodes)
    }

    @Test func isOpenedWithinTheLastSecondsAndNotBefore() async throws {
        let (player, episodes) = try await makePlayer(sleep: nil)
        let events = player.events
        // Eleven seconds are left, of which the last ten are its time.
        await player.play(episodes.map { .episode($0) }, at: 0, from: .seconds(18))
        #expect(await player.prepared == nil)
        for await event in events {
            guard case .position(let status) = event else { continue }
            guard let prepared = await player.prepared else { continue }
            #expect(prepared.episode == episodes[1].id)
            #expect(status.position >= .seconds(20))
            break
        }
        // Where something else is to follow, it is put away again.
        await player.play([.episode(episodes[0])], at: 0, from: .zero)
        #expect(await player.prepared?.episode != episodes[0].id)
        await player.stop()
    }

    @Test func isNotOpenedWhereTheSleepTimerStopsBeforeIt() async throws {
        let (player, episodes) = try await makePlayer(sleep: .episodes(1))
        let events = player.events
        await player.play(episodes.map { .episode($0) }, at: 0, from: .seconds(27))
        var count = 0
        loop: for await event in events {
            #expect(await player.prepared == nil)
            switch event {
            case .position: count += 1
            case .over(let ending):
                #expect(ending == .slept)
                break loop
            default: break
            }
        }
        #expect(count > 3)
        // Not even its place was touched.
        #expect(player.status.item?.episode?.id == episodes[0].id)
        await player.stop()
    }

    private static func silence(seconds: Int) -> [UInt8] {
        let size = seconds * 16_000
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        return Array("RIFF".utf8) + little(36 + size, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
            + little(1, 2) + little(1, 2) + little(8_000, 4) + little(16_000, 4) + little(2, 2)
            + little(16, 2) + Array("data".utf8) + little(size, 4)
            + [UInt8](repeating: 0, count: size)
    }
}
