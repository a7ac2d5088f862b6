import TestSupport
import Testing

@testable import AudioKit

/// A show between advertisements of which no two files have the same.
@Suite struct FingerprintTests {
    private static let frame = FakeMP3.frameSize
    private static let show = FakeMP3.bytes(count: 3000 * frame, seed: 1)

    private static func file(before: Int, after: Int = 0, seed: UInt64 = 2) -> [UInt8] {
        FakeMP3.bytes(count: before * frame, seed: seed) + show
            + FakeMP3.bytes(count: after * frame, seed: seed + 100)
    }

    private func decoder(_ bytes: [UInt8]) throws -> MP3Decoder {
        try MP3Decoder(source: MemorySource(bytes))
    }

    /// What a player keeps that heard a second before and a second behind a place.
    private func fingerprint(_ decoder: MP3Decoder, at sample: Int64) throws -> FrameFingerprint {
        _ = try decoder.seek(toFrame: sample - 44_100)
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8192)
        defer { buffer.deallocate() }
        while decoder.position < sample + 44_100 { _ = try decoder.read(into: buffer) }
        let trail = try #require(try decoder.makeTrail())
        return try #require(trail.fingerprint(at: decoder.format.duration(ofFrames: sample)))
    }

    struct Case: CustomTestStringConvertible {
        let id: String
        let file: [UInt8]
        /// By how many frames the show has moved; nil where it is not to be found.
        let shift: Int64?
        var testDescription: String { id }
    }

    static let cases = [
        Case(id: "the same", file: file(before: 400), shift: 0),
        Case(id: "longer advertisement", file: file(before: 1900, seed: 7), shift: 1500),
        Case(id: "shorter advertisement", file: file(before: 23, seed: 7), shift: -377),
        Case(id: "none any more", file: file(before: 0), shift: -400),
        Case(id: "other one of equal length", file: file(before: 400, seed: 8), shift: 0),
        Case(id: "more behind it", file: file(before: 400, after: 500), shift: 0),
        Case(id: "another show", file: FakeMP3.bytes(count: 3400 * frame, seed: 99), shift: nil),
        Case(id: "cut before it", file: Array(file(before: 400).prefix(600 * frame)), shift: nil),
    ]

    @Test(arguments: cases)
    func aPlaceIsFoundByItsFrames(_ test: Case) throws {
        let place = Int64(2000 * 1152 + 77)
        let kept = try fingerprint(decoder(Self.file(before: 400)), at: place)
        let again = try #require(FrameFingerprint(kept.bytes))
        #expect(again.hashes == kept.hashes && again.lead == kept.lead)
        let found = try decoder(test.file).search(again)
        switch test.shift {
        case nil: #expect(found == .lost)
        case 0?: #expect(found == .here)
        case let shift?: #expect(found == .moved(toFrame: place + shift * 1152))
        }
    }

    @Test(arguments: [Int64(0), 30, 600, 90_000])
    func aPlaceNearTheBeginningIsFound(sample: Int64) throws {
        let first = try decoder(Self.show)
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 8192)
        defer { buffer.deallocate() }
        while first.position < sample + 100_000 { _ = try first.read(into: buffer) }
        let trail = try #require(try first.makeTrail())
        let kept = try #require(trail.fingerprint(at: first.format.duration(ofFrames: sample)))
        let found = try decoder(Self.file(before: 50)).search(kept)
        #expect(found == .moved(toFrame: sample + 50 * 1152))
    }

    @Test func silenceTellsNothing() throws {
        let frame = Array(FakeMP3.bytes(count: Self.frame, seed: 5))
        let silence = Array((0..<400).map { _ in frame }.joined())
        let kept = try fingerprint(decoder(silence), at: 200 * 1152)
        #expect(try decoder(Self.show).search(kept) == .here)
    }

    @Test func damagedBytesAreNoFingerprint() throws {
        let whole = try fingerprint(decoder(Self.show), at: 200_000).bytes
        let damaged: [[UInt8]] = [
            [], [1], Array(whole.dropLast()), whole + [0], [2] + whole.dropFirst(),
        ]
        for bytes in damaged {
            #expect(FrameFingerprint(bytes) == nil)
        }
        #expect(FrameFingerprint([1, 3] + [UInt8](repeating: 0, count: 24)) == nil)
    }
}

@Suite struct SavedIndexTests {
    @Test func theSecondOpeningSeeksExactlyWithoutReadingTheFile() throws {
        let bytes = FakeMP3.bytes(count: 20_000 * FakeMP3.frameSize)
        let first = try MP3Decoder(source: MemorySource(bytes))
        #expect(first.savedIndex == nil)
        try first.measure()
        let saved = try #require(first.savedIndex)
        #expect(saved.count < 4_000)
        let source = MemorySource(bytes)
        let second = try MP3Decoder(source: source, savedIndex: saved)
        #expect(second.length == MediaLength(frames: 20_000 * 1152, isEstimated: false))
        #expect(try second.seek(toFrame: 19_000 * 1152 + 5) == 19_000 * 1152 + 5)
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2048)
        defer { buffer.deallocate() }
        _ = try second.read(into: buffer)
        #expect(source.readCount < 1 << 20, "\(source.readCount) of \(bytes.count) bytes")
        #expect(second.savedIndex == saved)
    }

    @Test func anIndexOfAnotherFileIsNotBelieved() throws {
        let bytes = FakeMP3.bytes(count: 1000 * FakeMP3.frameSize)
        let first = try MP3Decoder(source: MemorySource(bytes))
        try first.measure()
        let saved = try #require(first.savedIndex)
        let longer = bytes + FakeMP3.bytes(count: 417, seed: 9)
        for (file, index) in [
            (longer, saved), (bytes, Array(saved.dropLast())), (bytes, []),
            (bytes, saved.map { $0 ^ 0x55 }),
        ] {
            let second = try MP3Decoder(source: MemorySource(file), savedIndex: index)
            #expect(second.length?.isEstimated == true)
        }
    }
}
