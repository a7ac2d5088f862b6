import ColumnModel
import ColumnStore
import TestSupport
import Testing

@testable import EpisodeMedia

/// Two versions of one length, without a validator, that agree in places and differ elsewhere: whatever
/// the server does, no bytes of one stand among those of the other.
@Suite struct SpliceTests {
    private static let size = FaultCase.size

    /// Two versions whose bytes are the same in a range: silence there, or what is not silent.
    private static func versions(alike range: Range<Int>, silent: Bool) -> [[UInt8]] {
        var both = [FaultCase.bytes(version: 41), FaultCase.bytes(version: 42)]
        let silence = FakeMP3.bytes(count: 417, seed: 9)
        let shared = FaultCase.bytes(version: 43)
        for index in both.indices {
            for place in range {
                both[index][place] = silent ? silence[place % 417] : shared[place]
            }
        }
        return both
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let id: String
        /// Where both are alike.
        let alike: Range<Int>
        let silent: Bool
        /// Where the first connection breaks off.
        let cut: Int
        /// How many bytes later than asked a range begins.
        var late = 0
        var testDescription: String { id }
    }

    static let cases = [
        Case(
            id: "1 KiB of silence before the cut, and no more is sent", alike: 148_500..<150_000,
            silent: true, cut: 150_000, late: (64 << 10) - 1_024),
        Case(
            id: "1 KiB of sound before the cut, and no more is sent", alike: 148_500..<150_000,
            silent: false, cut: 150_000, late: (64 << 10) - 1_024),
        Case(
            id: "40 KiB of sound, and no more is sent", alike: 100_000..<150_000,
            silent: false, cut: 150_000, late: (64 << 10) - 40_960),
        Case(
            id: "silence all over the overlap", alike: 50_000..<190_000, silent: true, cut: 150_000),
        Case(id: "silence up to the end", alike: 50_000..<size, silent: true, cut: 150_000),
    ]

    /// Bytes of exactly one version are found in the file, or the library says that nothing proves them
    /// where they agree for longer than anyone compares.
    @Test(arguments: cases)
    func anotherVersionIsNeverJoinedOn(_ test: Case) async throws {
        let both = Self.versions(alike: test.alike, silent: test.silent)
        let harness = try MediaHarness()
        harness.server.route("/a.mp3") { request in
            let content = Content(both[request.number == 1 ? 0 : 1])
            guard request.number > 1 else {
                return Response.serving(content, to: request).adding(.reset(after: test.cut))
            }
            guard let start = request.rangeStart, test.late > 0 else {
                return Response.serving(content, to: request)
            }
            let late = min(Int(start) + test.late, Self.size - 1)
            return .partial(content, late..<Self.size)
        }
        let episode = try await harness.addEpisode("/a.mp3")
        let media = try await harness.fetch(episode)
        let bytes = try #require(harness.bytes(media.file))
        let isOne = both.contains(bytes)
        #expect(isOne)
    }

    /// A seek's range and the hole before it come from two versions that are alike for a while where
    /// they meet.
    @Test(arguments: [(1_000, true), (1_000, false), (60_000, true), (100_000, true)])
    func aHoleIsNotFilledUpToAnotherVersion(length: Int, silent: Bool) async throws {
        let seek = 250_000
        let both = Self.versions(alike: seek..<(seek + length), silent: silent)
        let harness = try MediaHarness()
        harness.server.route("/a.mp3") { request in
            // The range of the seek is of the first version, all else of the second.
            let isSeek = request.rangeStart == seek
            return .serving(Content(both[isSeek ? 0 : 1]), to: request)
        }
        let episode = try await harness.addEpisode("/a.mp3")
        do {
            let stream = try await MediaStream(of: episode, with: harness.makeFetcher())
            _ = try await harness.read(stream, Int64(seek)..<Int64(Self.size)).get()
            await stream.close()
        }
        let media = try await harness.fetch(episode)
        let bytes = try #require(harness.bytes(media.file))
        let isOne = both.contains(bytes)
        #expect(isOne)
    }

    struct Words: CustomTestStringConvertible, Sendable {
        let id: String
        let bytes: [UInt8]
        let isProof: Bool
        var testDescription: String { id }
    }

    static let words = [
        Words(id: "zeros", bytes: [UInt8](repeating: 0, count: 1 << 20), isProof: false),
        Words(
            id: "one frame again and again",
            bytes: (0..<400).flatMap { _ in FakeMP3.bytes(count: 417, seed: 9) },
            isProof: false),
        Words(id: "sound", bytes: FakeMP3.bytes(count: 64 << 10), isProof: true),
        Words(id: "too little sound", bytes: FakeMP3.bytes(count: (64 << 10) - 1), isProof: false),
    ]

    @Test(arguments: words)
    func onlyWhatDoesNotRepeatItselfProves(_ test: Words) {
        var evidence = OverlapEvidence()
        for start in stride(from: 0, to: test.bytes.count, by: 16_000) {
            let end = min(test.bytes.count, start + 16_000)
            test.bytes[start..<end].withUnsafeBytes { evidence.add($0) }
        }
        #expect(evidence.count == Int64(test.bytes.count))
        #expect(evidence.proves(FetchPlan.overlap) == test.isProof)
    }
}
