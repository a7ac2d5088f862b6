import ColumnModel
import ColumnStore
import HTTPKit
import TestSupport
import Testing
import ThreadKit

@testable import EpisodeMedia

/// A player's reads while somebody else, here another library on the same folder, fetches the file.
@Suite struct FollowTests {
    private let harness: MediaHarness
    private let gate = Gate()
    private let middle = FaultCase.size / 2

    init() throws {
        harness = try MediaHarness()
        let content = Content(FaultCase.bytes(), type: "audio/mpeg", etag: "\"one\"")
        let (gate, middle) = (gate, middle)
        let isFirst = Watched(true)
        harness.server.route("/a.mp3") { request in
            let wasFirst = isFirst.update { value in
                defer { value = false }
                return value
            }
            let response = Response.serving(content, to: request)
            return wasFirst ? response.adding(.hold(after: middle, gate)) : response
        }
    }

    /// What another process has: a store and a registry of its own.
    private func makeOther() throws -> MediaFetcher {
        let store = try Store(path: harness.home.path("library.sqlite"))
        let library = MediaLibrary(
            store: store, folder: MediaFolder(path: harness.home.path("media")), boot: "this")
        var policy = FetchPolicy()
        policy.retryDelay = .milliseconds(1)
        policy.keepFree = .zero
        return MediaFetcher(
            library: library,
            client: HTTPClient(configuration: HTTPConfiguration(userAgent: "test/1")),
            limiter: HostLimiter(total: 8, perHost: 8, clock: .system), policy: policy)
    }

    private func read(_ stream: MediaStream, _ range: Range<Int>) async throws -> [UInt8] {
        try await withCheckedContinuation { continuation in
            startThread(name: "reader") {
                let result = Result { () throws(MediaError) -> [UInt8] in
                    var bytes: [UInt8] = []
                    var buffer = [UInt8](repeating: 0, count: 10_000)
                    while bytes.count < range.count {
                        let wanted = min(buffer.count, range.count - bytes.count)
                        let count = try buffer.withUnsafeMutableBytes { buffer in
                            Result { () throws(MediaError) in
                                try stream.read(
                                    at: Int64(range.lowerBound + bytes.count),
                                    into: .init(rebasing: buffer[..<wanted]))
                            }
                        }.get()
                        if count == 0 { break }
                        bytes += buffer[..<count]
                    }
                    return bytes
                }
                continuation.resume(returning: result)
            }
        }.get()
    }

    /// Starts a download that stands still in the middle.
    private func startDownload(_ episode: Episode) async throws -> Task<Void, any Error> {
        let harness = harness
        let task = Task {
            _ = try await harness.fetch(episode)
        }
        let path = harness.home.path("media/\(episode.id.rawValue).part")
        for _ in 0..<4000 where fileSize(path) ?? 0 <= 100_000 {
            try await Task.sleep(for: .milliseconds(5))
        }
        return task
    }

    @Test func readsWhatTheOtherFetchesAndAsksForNothing() async throws {
        let episode = try await harness.addEpisode("/a.mp3")
        let download = try await startDownload(episode)
        let stream = try await MediaStream(of: episode, with: makeOther())
        #expect(!stream.isComplete)
        #expect(stream.length == Int64(FaultCase.size))
        let head = try await read(stream, 0..<100_000)
        #expect(head == Array(FaultCase.bytes()[..<100_000]))
        gate.open()
        let rest = try await read(stream, 100_000..<FaultCase.size + 10)
        #expect(rest == Array(FaultCase.bytes()[100_000...]))
        try await download.value
        await stream.close()
        #expect(harness.server.log.entries.count == 1)
    }

    @Test func goesOnWhereTheOtherStopped() async throws {
        let episode = try await harness.addEpisode("/a.mp3")
        let download = try await startDownload(episode)
        let stream = try await MediaStream(of: episode, with: makeOther())
        _ = try await read(stream, 0..<100_000)
        download.cancel()
        _ = await download.result
        let rest = try await read(stream, 100_000..<FaultCase.size + 10)
        #expect(rest == Array(FaultCase.bytes()[100_000...]))
        await stream.close()
        gate.open()
        // What is compared at the joint comes twice.
        #expect(harness.server.log.sentBytes(of: "/a.mp3") <= FaultCase.size + 131_072)
    }

    @Test func anInterruptedReadEndsAtOnce() async throws {
        let episode = try await harness.addEpisode("/a.mp3")
        let download = try await startDownload(episode)
        let stream = try await MediaStream(of: episode, with: makeOther())
        let waiting = Task { try await read(stream, FaultCase.size - 100..<FaultCase.size) }
        stream.interrupt()
        await #expect(throws: MediaError.interrupted) { _ = try await waiting.value }
        stream.rearm()
        #expect(try await read(stream, 0..<10).count == 10)
        await stream.close()
        gate.open()
        try await download.value
    }
}
