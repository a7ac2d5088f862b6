import AudioKit
import Testing

/// Formats that libavcodec decodes.
enum LibAVFixture: String, CaseIterable, CustomTestStringConvertible {
    case aac = "aac.m4a"
    case adts = "adts.aac"
    case opus = "opus.opus"
    case vorbis = "vorbis.ogg"
    case flac = "flac.flac"

    var testDescription: String { rawValue }

    var kind: MediaKind {
        switch self {
        case .aac: .mp4
        case .adts: .adts
        case .opus, .vorbis: .ogg
        case .flac: .flac
        }
    }

    func source() throws -> FileByteSource {
        let folder = "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/")
        return try FileByteSource(path: "/\(folder)/Fixtures/stereo-\(rawValue)")
    }

    static let isInstalled = (try? LibAVDecoder(source: flac.source(), kind: .flac)) != nil
}

@Suite(.enabled(if: LibAVFixture.isInstalled, "libavformat and libavcodec are not installed"))
struct LibAVDecoderTests {
    @Test(arguments: LibAVFixture.allCases)
    func kindIsTold(_ fixture: LibAVFixture) throws {
        #expect(try DecoderFactory.sniff(fixture.source()) == fixture.kind)
    }

    /// One second and a half, without the encoder's delay and padding where the format tells them.
    @Test(arguments: LibAVFixture.allCases)
    func lengthIsThatOfTheOriginal(_ fixture: LibAVFixture) throws {
        let decoder = try DecoderFactory.makeDecoder(for: fixture.source())
        #expect(decoder.format.channelCount == 2)
        let frames = try allSamples(of: decoder).count / 2
        let wanted = decoder.format.sampleRate * 3 / 2
        let slack = fixture == .adts ? 4096 : 0
        #expect(abs(frames - wanted) <= slack)
        let length = try #require(decoder.length)
        #expect(abs(Int(length.frames) - wanted) <= max(slack, 2))
        #expect(length.isEstimated == (fixture == .adts))
    }

    @Test(arguments: LibAVFixture.allCases)
    func seekLandsOnTheFrame(_ fixture: LibAVFixture) throws {
        let all = try allSamples(of: DecoderFactory.makeDecoder(for: fixture.source()))
        let decoder = try DecoderFactory.makeDecoder(for: fixture.source())
        let rate = decoder.format.sampleRate
        let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 400)
        defer { buffer.deallocate() }
        // A lossy decoder's memory fades within its preroll, and not to the last bit.
        let slack: Float = fixture == .flac ? 0 : 0.02
        for target in [rate, 100, rate / 2 + 7, 0, rate * 4 / 3] {
            #expect(try decoder.seek(toFrame: Int64(target)) == Int64(target))
            let count = try decoder.read(into: buffer)
            #expect(count > 0)
            let gap = zip(buffer[..<(count * 2)], all[(target * 2)...]).map { abs($0 - $1) }.max()
            #expect(try #require(gap) <= slack, "\(target)")
        }
    }

    @Test(arguments: LibAVFixture.allCases)
    func anInterruptedReadCanGoOnAfterASeek(_ fixture: LibAVFixture) throws {
        let all = try allSamples(of: DecoderFactory.makeDecoder(for: fixture.source()))
        let source = try fixture.source()
        let decoder = try DecoderFactory.makeDecoder(for: source)
        source.interrupt()
        // What was read before may still come; then it says so, or the file was all in a buffer.
        var isTold = false
        do {
            _ = try allSamples(of: decoder)
        } catch {
            isTold = error as? AudioError == .interrupted
            #expect(isTold)
        }
        source.rearm()
        #expect(try decoder.seek(toFrame: 0) == 0)
        #expect(try allSamples(of: decoder).count == all.count)
    }

    @Test(arguments: LibAVFixture.allCases)
    func everyCutIsAnErrorOrAnEndAndNoCrash(_ fixture: LibAVFixture) throws {
        let source = try fixture.source()
        let size = Int(try #require(source.length))
        var bytes = [UInt8](repeating: 0, count: size)
        _ = try bytes.withUnsafeMutableBytes { try source.read(at: 0, into: $0) }
        for length in stride(from: 0, to: size, by: max(1, size / 40)) {
            let cut = MemorySource(Array(bytes[..<length]))
            if let decoder = try? DecoderFactory.makeDecoder(for: cut) {
                _ = try? decoder.seek(toFrame: 30_000)
                _ = try? allSamples(of: decoder)
            }
        }
    }
}
