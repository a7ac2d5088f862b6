import AudioKit
import Synchronization
import Testing

/// A file of which only some ranges are held; every read is noted.
private final class PartialSource: ByteSource {
    private let bytes: MemorySource
    private let reads = Mutex<[Range<Int64>]>([])
    let availableRanges: [Range<Int64>]

    init(_ fixture: Fixture, held: [Range<Int64>]) throws {
        let source = try fixture.source()
        var all = [UInt8](repeating: 0, count: Int(source.length ?? 0))
        _ = try all.withUnsafeMutableBytes { try source.read(at: 0, into: $0) }
        bytes = MemorySource(all)
        availableRanges = held
    }

    var length: Int64? { bytes.length }
    var isComplete: Bool { false }

    func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(AudioError) -> Int {
        // As a network would give it: little at a time.
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(700))
        let count = try bytes.read(at: offset, into: part)
        reads.withLock { $0.append(offset..<(offset + Int64(count))) }
        return count
    }

    func interrupt() {}
    func rearm() {}

    var lowestReads: [Range<Int64>] { reads.withLock { $0 } }
}

@Suite struct MP3StreamTests {
    private func read(_ decoder: MP3Decoder, _ frames: Int) throws -> [Float] {
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(
            capacity: frames * decoder.format.channelCount)
        defer { buffer.deallocate() }
        var all: [Float] = []
        while all.count < buffer.count {
            let rest = UnsafeMutableBufferPointer(rebasing: buffer[all.count...])
            let count = try decoder.read(into: rest)
            if count == 0 { break }
            all += rest[..<(count * decoder.format.channelCount)]
        }
        return all
    }

    /// Constant bit rate: places outside what is held are arithmetic, and exact.
    @Test(arguments: [20_000, 41_111, 60_000, 80_000])
    func seekOutsideHeldRangesIsExactAtConstantBitRate(target: Int) throws {
        let all = try Fixture.cbrBare.samples()
        let source = try PartialSource(.cbrBare, held: [0..<3000])
        let decoder = try MP3Decoder(source: source)
        #expect(try decoder.seek(toFrame: Int64(target)) == Int64(target))
        let expected = Array(all[target..<(target + 4000)])
        let got = try read(decoder, 4000)
        let gap = zip(got, expected).map { abs($0 - $1) }.max() ?? 1
        #expect(gap < 1e-4)
    }

    @Test func seekOutsideOpensThePlaceAndNotAllBefore() throws {
        let source = try PartialSource(.cbrBare, held: [0..<3000])
        let decoder = try MP3Decoder(source: source)
        let before = source.lowestReads.count
        _ = try decoder.seek(toFrame: 80_000)
        let lowest = source.lowestReads.dropFirst(before).map(\.lowerBound).filter { $0 > 3000 }
            .min()
        #expect(try #require(lowest) > 14_000)
    }

    /// Inside what is held from the start, every seek is exact, whatever the bit rate.
    @Test(arguments: [Fixture.vbrBare, .vbrXing])
    func seekInsideHeldRangesIsExact(_ fixture: Fixture) throws {
        let all = try fixture.samples()
        let source = try PartialSource(fixture, held: [0..<15_000])
        let decoder = try MP3Decoder(source: source)
        for target in [30_000, 5000, 20_000] {
            #expect(try decoder.seek(toFrame: Int64(target)) == Int64(target))
            let got = try read(decoder, 2000)
            let gap = zip(got, all[target...]).map { abs($0 - $1) }.max() ?? 1
            #expect(gap < 1e-5, "\(target)")
        }
    }

    @Test func bufferedTimeFollowsTheBytes() throws {
        let source = try PartialSource(.cbrBare, held: [0..<3000, 10_000..<12_000])
        let decoder = try MP3Decoder(source: source)
        let map = try #require(try decoder.makeTimeMap())
        let ranges = map.mediaRanges(of: source.availableRanges)
        #expect(ranges.count == 2)
        let length = try #require(decoder.length).frames
        let first = try #require(ranges.first)
        let second = try #require(ranges.last)
        #expect(first.lowerBound == 0)
        let size = try #require(source.length)
        // By shares of the bytes, to a frame or two.
        let share = { (bytes: Int64) in Double(bytes) / Double(size) * Double(length) }
        #expect(abs(Double(first.upperBound) - share(3000)) < 3000)
        #expect(abs(Double(second.lowerBound) - share(10_000)) < 3000)
        #expect(map.mediaRanges(of: [0..<size]) == [0..<length])
    }

    @Test func seekBeyondTheEndIsTheEnd() throws {
        let source = try PartialSource(.cbrBare, held: [0..<3000])
        let decoder = try MP3Decoder(source: source)
        _ = try decoder.seek(toFrame: 1 << 40)
        #expect(try read(decoder, 10).isEmpty)
        #expect(try decoder.seek(toFrame: 0) == 0)
        #expect(try read(decoder, 10).count == 10)
    }
}
