import ColumnModel
import SQLiteKit
import TestSupport

@testable import ColumnServices

/// A library with local episodes of silence, and players on it.
struct PlaybackScene: Sendable {
    let home = TemporaryHome()
    let places: Places
    let library: LibraryService
    let episodes: [Episode]

    /// Makes episodes of so many seconds each; the files are 8 kHz WAV.
    init(_ lengths: [Double]) async throws {
        places = try Places(environment: ["COLUMN_HOME": home.path("c")])
        library = try LibraryService(places: places)
        var ids: [EpisodeID] = []
        for (index, length) in lengths.enumerated() {
            let url = "http://127.0.0.1:1/\(index).wav"
            let episode = try await library.stream(at: url)
            guard let id = episode?.id else { continue }
            home.write(Self.wav(seconds: length), to: "c/media/\(index).wav")
            ids.append(id)
        }
        let database = try Connection(
            path: places.libraryFile, mode: .readWrite, busyTimeout: .seconds(10))
        for (index, id) in ids.enumerated() {
            try database.run(
                "INSERT INTO audio (episode_id, state, file) VALUES (?, 'complete', ?)",
                id.rawValue, "\(index).wav")
        }
        episodes = try await library.episodes(ids)
    }

    /// Changes the database beside the library.
    func change(_ sql: String, _ values: any SQLiteBindable...) throws {
        let database = try Connection(
            path: places.libraryFile, mode: .readWrite, busyTimeout: .seconds(10))
        _ = try database.rows(sql, values: values) { _ in }
    }

    /// A player; by default one whose sound goes nowhere in real time.
    func player(
        _ settings: [String: String] = [:], output: String = "null",
        _ change: (inout PlaybackOptions) -> Void = { _ in }
    ) throws -> PlaybackService {
        var configuration = Configuration()
        for (key, value) in settings { try configuration.set(.named(key), to: value) }
        var options = PlaybackOptions()
        options.output = output
        change(&options)
        return try PlaybackService(
            library: library, places: places, configuration: configuration, options: options)
    }

    /// Waits for an event that is as wanted; nil when playing is over before.
    @discardableResult
    static func wait(
        _ events: AsyncStream<PlaybackEvent>, for isWanted: (PlaybackEvent) -> Bool
    ) async -> PlaybackEvent? {
        for await event in events where isWanted(event) { return event }
        return nil
    }

    /// Speaks and is silent by turns, beginning with speech; seconds each.
    static func spokenWAV(_ spans: [Double]) -> [UInt8] {
        var random = SeededRandom(seed: 3)
        var sound: [UInt8] = []
        for (index, span) in spans.enumerated() {
            for _ in 0..<Int(span * 8_000) {
                let value = index % 2 == 0 ? Int16.random(in: -6_000...6_000, using: &random) : 0
                sound += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
            }
        }
        return wav(seconds: spans.reduce(0, +)).prefix(44) + sound
    }

    private static func wav(seconds: Double) -> [UInt8] {
        let count = Int(seconds * 8_000)
        func word(_ value: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        return Array("RIFF".utf8) + word(36 + count * 2, 4) + Array("WAVEfmt ".utf8) + word(16, 4)
            + word(1, 2) + word(1, 2) + word(8_000, 4) + word(16_000, 4) + word(2, 2) + word(16, 2)
            + Array("data".utf8) + word(count * 2, 4) + [UInt8](repeating: 0, count: count * 2)
    }
}

extension PlaybackEvent {
    /// Whether sound is heard from now on, or goes on.
    var isPlaying: Bool {
        switch self {
        case .changed(let status), .position(let status): status.state == .playing
        default: false
        }
    }

    var isOver: Bool { if case .over = self { true } else { false } }
}
