import AudioKit
import Testing

@Suite struct MP3DecoderTests {
    @Test(arguments: Fixture.allCases)
    func measuredLengthIsWhatIsDecoded(_ fixture: Fixture) throws {
        let samples = try fixture.samples()
        let decoder = try MP3Decoder(source: fixture.source())
        try decoder.measure()
        let frames = samples.count / decoder.format.channelCount
        #expect(frames > 0)
        // With garbage, libmpg123 counts the frame that it resynchronises in; a frame may differ.
        let slack: Int64 = fixture == .garbage ? 1152 * 2 : 0
        let length = try #require(decoder.length)
        #expect(abs(length.frames - Int64(frames)) <= slack)
        #expect(!length.isEstimated)
    }

    @Test(arguments: [Fixture.cbrBare, .vbrXing, .vbrBare, .stereo])
    func seekLandsOnTheFrame(_ fixture: Fixture) throws {
        let all = try fixture.samples()
        let decoder = try MP3Decoder(source: fixture.source())
        let channels = decoder.format.channelCount
        let frames = all.count / channels
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 1000 * channels)
        defer { buffer.deallocate() }
        for target in [0, 1, 575, 576, 20_000, frames / 2, frames - 700, 3, frames / 3, 0] {
            let reached = try decoder.seek(toFrame: Int64(target))
            #expect(reached == Int64(target))
            let count = try decoder.read(into: buffer)
            #expect(count > 0)
            let expected = all[(target * channels)..<((target + count) * channels)]
            let isEqual = zip(buffer, expected).allSatisfy { abs($0 - $1) < 1e-5 }
            #expect(isEqual, "frame \(target)")
        }
    }

    @Test func seekBeyondTheEndGivesTheEnd() throws {
        let decoder = try MP3Decoder(source: Fixture.cbrBare.source())
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 64)
        defer { buffer.deallocate() }
        _ = try decoder.seek(toFrame: 1 << 40)
        #expect(try decoder.read(into: buffer) == 0)
        #expect(try decoder.seek(toFrame: 0) == 0)
        #expect(try decoder.read(into: buffer) > 0)
    }

    @Test func anEarlyEndIsAnError() throws {
        let whole = try #require(try Fixture.cbrBare.source().length)
        let source = try FileByteSource(path: Fixture.cbrBare.path, expectedLength: whole + 5000)
        let decoder = try MP3Decoder(source: source)
        let expected = AudioError.truncated(at: whole, expected: whole + 5000)
        #expect(throws: expected) {
            _ = try allSamples(of: decoder)
        }
    }

    @Test func anInterruptedReadCanGoOnAfterASeek() throws {
        let all = try Fixture.stereo.samples()
        let source = try Fixture.stereo.source()
        let decoder = try MP3Decoder(source: source)
        source.interrupt()
        #expect(throws: AudioError.interrupted) { _ = try allSamples(of: decoder) }
        source.rearm()
        #expect(try decoder.seek(toFrame: 0) == 0)
        #expect(try allSamples(of: decoder) == all)
    }
}
