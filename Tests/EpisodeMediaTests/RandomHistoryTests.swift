import ColumnModel
import ColumnStore
import TestSupport
import Testing

@testable import EpisodeMedia

/// Random histories of breaks, kills, power cuts, seeks and new versions: at each moment all bytes that
/// the library names are those of one version, and in the end the file is.
@Suite struct RandomHistoryTests {
    /// How a host marks its versions.
    enum Marks: CaseIterable, Sendable {
        case tag
        case date
        case weakTag
        case nothing
    }

    /// What a step does to the fetch that it starts.
    enum End: CaseIterable {
        case reset
        case kill
        case powerCut
        case cancel
    }

    private static let size = 260_000

    @Test(arguments: Marks.allCases, 0..<6)
    func libraryAndFileAgree(marks: Marks, seed: UInt64) async throws {
        var random = SeededRandom(seed: seed &* 7_919 &+ 1)
        var harness = try MediaHarness()
        harness.policy.attempts = 1
        let path = "/a.mp3"
        let episode = try await harness.addEpisode(path, length: Int64(Self.size))
        var version = 0
        for _ in 0..<8 {
            if Int.random(in: 0..<4, using: &random) == 0 {
                version += 1
            }
            var content = Self.content(version, marks)
            content.acceptsRanges = Int.random(in: 0..<5, using: &random) > 0
            let wanted =
                Bool.random(using: &random)
                ? 0 : Int64.random(in: 0..<Int64(Self.size), using: &random)
            let end = End.allCases.randomElement(using: &random) ?? .reset
            let count = Int.random(in: 1..<Self.size, using: &random)
            harness = try await step(
                harness, episode, content, from: wanted, breaking: count, end)
            try await check(harness, episode, marks, upTo: version)
        }
        let content = Self.content(version, marks)
        harness.server.route(path) { Self.dated(.serving(content, to: $0)) }
        harness.policy.attempts = 5
        let wasComplete = try await harness.store.media(of: episode.id).file != nil
        let media = try await harness.fetch(episode)
        let bytes = harness.bytes(media.file)
        let last = (0...version).last { Self.content($0, marks).bytes == bytes }
        #expect(last == version || wasComplete && last != nil)
    }

    /// Runs one fetch up to its end, and gives what is there afterwards.
    private func step(
        _ harness: MediaHarness, _ episode: Episode, _ content: Content, from wanted: Int64,
        breaking count: Int, _ end: End
    ) async throws -> MediaHarness {
        let gate = Gate()
        harness.server.route("/a.mp3") { request in
            let response = Self.dated(.serving(content, to: request))
            return end == .reset
                ? response.adding(.reset(after: count)) : response.adding(.hold(after: count, gate))
        }
        let fetcher = harness.makeFetcher()
        let announced = try #require(AnnouncedMedia(episode))
        let file = try await MediaFile.open(episode.id, in: harness.library)
        guard !file.isComplete else { return harness }
        let task = Task {
            try await fetcher.fetch(
                file, title: episode.title, announced: announced, wanted: { wanted })
        }
        defer { gate.open() }
        guard end != .reset else {
            _ = await task.result
            return harness
        }
        // The gate is never reached where the body ends before it.
        let isOver = Task {
            _ = await task.result
            gate.arrivals.update { $0 += 1 }
        }
        try await gate.waitForArrivals()
        if end == .cancel {
            task.cancel()
            await isOver.value
            return harness
        }
        let left = try await harness.left(
            ofEpisode: episode.id, afterPowerCut: end == .powerCut)
        task.cancel()
        await isOver.value
        return left
    }

    /// Every rendition that the library names is one version, byte by byte.
    private func check(
        _ harness: MediaHarness, _ episode: Episode, _ marks: Marks, upTo version: Int
    ) async throws {
        let record = try await harness.store.media(of: episode.id)
        if let name = record.file {
            let bytes = harness.bytes(name)
            let isOneVersion = (0...version).contains { Self.content($0, marks).bytes == bytes }
            #expect(isOneVersion)
            return
        }
        let disk = harness.bytes(EpisodeFileName.partial(episode.id)) ?? []
        for rendition in record.renditions {
            let isOneVersion = (0...version).contains { version in
                let bytes = Self.content(version, marks).bytes
                return rendition.ranges.ranges.allSatisfy { range in
                    // A kill may fall between the cut of the file and that of the record, which
                    // the next opening makes good; bytes that are not there are not wrong.
                    let upper = min(Int(range.upperBound), disk.count, bytes.count)
                    let lower = min(Int(range.lowerBound), upper)
                    return disk[lower..<upper] == bytes[lower..<upper]
                }
            }
            #expect(isOneVersion, "\(rendition)")
        }
    }

    /// The bytes of a version; some begin alike, as files do into which advertisements are put.
    ///
    /// Not where nothing marks a version: 64 KiB that are equal are all that can be asked for then.
    private static func content(_ version: Int, _ marks: Marks) -> Content {
        var bytes = FaultCase.bytes(version: version, count: size)
        if version % 2 == 1, marks != .nothing {
            let before = FaultCase.bytes(version: version - 1, count: size)
            bytes.replaceSubrange(0..<120_000, with: before[0..<120_000])
        }
        switch marks {
        case .tag: return Content(bytes, etag: "\"v\(version)\"")
        case .date:
            return Content(
                bytes, lastModified: FaultCase.old + Duration.seconds(100 * version))
        case .weakTag: return Content(bytes, etag: "W/\"v\(version)\"")
        case .nothing: return Content(bytes)
        }
    }

    private static func dated(_ response: Response) -> Response {
        response.setting("Date", "Sun, 29 Nov 2026 10:00:00 GMT")
    }
}
