import AudioKit
import TestSupport
import Testing

/// Files that no encoder made: none may crash or hang, and what is sound in them is heard.
@Suite struct DamagedMP3Tests {
    private static func bytes(_ fixture: Fixture) throws -> [UInt8] {
        try #require(readFile(fixture.path))
    }

    /// Frames decoded, or nil where nothing could be opened.
    @discardableResult
    private func play(_ bytes: [UInt8], seekingTo frame: Int64? = nil) -> Int? {
        let source = MemorySource(bytes)
        guard let decoder = try? DecoderFactory.makeDecoder(for: source) else { return nil }
        if let frame { _ = try? decoder.seek(toFrame: frame) }
        var frames = 0
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4096)
        defer { buffer.deallocate() }
        while let count = try? decoder.read(into: buffer), count > 0 { frames += count }
        _ = try? decoder.makeTimeMap()?.mediaRanges(of: [0..<Int64(bytes.count), 5..<77])
        _ = try? decoder.measure()
        return frames
    }

    @Test func everyCutPlaysWhatIsThere() throws {
        let whole = try Self.bytes(.vbrXing)
        for length in stride(from: 0, to: whole.count, by: 911) {
            let frames = play(Array(whole[..<length]), seekingTo: length % 2 == 0 ? nil : 9000)
            if length > 4000 { #expect(frames ?? 0 > 0 || length % 2 == 1) }
        }
    }

    @Test func zeroBytesAreEmpty() {
        #expect(throws: AudioError.notAudio(kind: .empty)) {
            _ = try DecoderFactory.makeDecoder(for: MemorySource([]))
        }
    }

    @Test func aTagWithoutSoundIsNoAudio() {
        // It says 30 MB and holds a hundred bytes.
        let tag = Array("ID3".utf8) + [4, 0, 0, 0x0E, 0x26, 0x2D, 0x00]
        #expect(throws: AudioError.self) {
            let source = MemorySource(tag + [UInt8](repeating: 1, count: 100))
            _ = try DecoderFactory.makeDecoder(for: source)
        }
    }

    @Test func aTagOfThirtyMegabytesIsSkipped() throws {
        let size = 30 << 20
        let sizeBytes = [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
        let tag = Array("ID3".utf8) + [4, 0, 0] + sizeBytes + [UInt8](repeating: 0, count: size)
        let frames = try play(tag + Self.bytes(.cbrBare))
        #expect(frames == (try Fixture.cbrBare.samples().count))
    }

    @Test func garbageBetweenFramesIsSkipped() throws {
        let frames = try #require(play(Self.bytes(.garbage)))
        // 14,000 of 20,280 bytes of sound are there.
        #expect(frames > 60_000)
    }

    // MARK: - What is counted

    struct Damage: CustomTestStringConvertible, Sendable {
        let id: String
        /// What stands before the frames of these numbers.
        let inserted: [(frame: Int, bytes: [UInt8])]
        let expected: MediaDamage
        var testDescription: String { id }
    }

    private static func noise(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        // Without a byte that begins a header.
        return (0..<count).map { _ in UInt8.random(in: 0..<0xFF, using: &random) }
    }

    static let damages: [Damage] = [
        Damage(id: "none", inserted: [], expected: MediaDamage()),
        Damage(
            id: "one place", inserted: [(10, noise(777, seed: 1))],
            expected: MediaDamage(places: 1, bytes: 777)),
        Damage(
            id: "three places",
            inserted: [
                (10, noise(5, seed: 2)), (40, noise(3000, seed: 3)), (100, noise(100_000, seed: 4)),
            ], expected: MediaDamage(places: 3, bytes: 103_005)),
        Damage(
            id: "zeros", inserted: [(30, [UInt8](repeating: 0, count: 5_000))],
            expected: MediaDamage(places: 1, bytes: 5_000)),
        Damage(
            id: "a tag between two joined files is none",
            inserted: [(50, Array("TAG".utf8) + noise(125, seed: 5))], expected: MediaDamage()),
        Damage(
            id: "a tag at the end is none",
            inserted: [(.max, Array("TAG".utf8) + noise(125, seed: 6))], expected: MediaDamage()),
    ]

    /// A file with something put in between its frames.
    private func damaged(_ test: Damage) throws -> [UInt8] {
        let whole = try Self.bytes(.cbrBare)
        var result: [UInt8] = []
        var offset = 0
        var frame = 0
        while let header = MP3FrameHeader(whole, at: offset) {
            for entry in test.inserted where entry.frame == frame { result += entry.bytes }
            let end = min(whole.count, offset + header.byteCount)
            result += whole[offset..<end]
            offset = end
            frame += 1
        }
        for entry in test.inserted where entry.frame == .max { result += entry.bytes }
        return result
    }

    @Test(arguments: damages)
    func whatIsSkippedIsCounted(_ test: Damage) throws {
        let decoder = try MP3Decoder(source: MemorySource(damaged(test)))
        try decoder.measure()
        try decoder.inspect()
        #expect(decoder.damage == test.expected)
        let heard = try allSamples(of: decoder).count
        // A place costs the frames whose main data stood before it, not the rest.
        let whole = try Fixture.cbrBare.samples().count
        #expect(heard >= whole - test.inserted.count * 8 * 1152)
        try decoder.inspect()
        #expect(decoder.damage == test.expected)
    }

    @Test func aStreamOfSyncWordsEnds() {
        play([UInt8](repeating: 0xFF, count: 50_000))
        play((0..<50_000).map { $0 % 2 == 0 ? 0xFF : 0xFB })
    }

    /// Two files of different rate and channels in one: heard to the end in the first's format.
    @Test func aChangeOfFormatMidwayIsHeard() throws {
        let mono = try Self.bytes(.vbrBare)
        let stereo = try Self.bytes(.stereo)
        let alone = try #require(play(mono))
        let both = try #require(play(mono + stereo))
        #expect(both > alone + 20_000)
        #expect(try #require(play(stereo + mono)) > 30_000)
    }

    @Test(arguments: 0..<8)
    func flippedBytesNeverCrash(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let fixtures = Fixture.allCases
        for round in 0..<6 {
            var bytes = try Self.bytes(fixtures[round % fixtures.count])
            // The head is where lengths and tables stand; it is hit in half of the rounds.
            let range = round % 2 == 0 ? min(bytes.count, 600) : bytes.count
            for _ in 0..<(1 + Int.random(in: 0..<30, using: &random)) {
                bytes[Int.random(in: 0..<range, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            play(bytes, seekingTo: Int64.random(in: 0..<200_000, using: &random))
        }
    }
}
