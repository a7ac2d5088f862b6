import AudioKit
import TestSupport
import Testing

/// What taggers say of a file's loudness, in each of the places where they say it.
@Suite struct TaggedLoudnessTests {
    struct Case: CustomTestStringConvertible {
        let id: String
        /// Nil where nothing is to be believed.
        let loudness: Double?
        let bytes: @Sendable ([UInt8]) -> [UInt8]
        var testDescription: String { id }

        init(_ id: String, _ loudness: Double?, _ bytes: @escaping @Sendable ([UInt8]) -> [UInt8]) {
            self.id = id
            self.loudness = loudness
            self.bytes = bytes
        }
    }

    /// ReplayGain brings to -18 LUFS: a gain of -6.5 dB means -11.5.
    static let cases: [Case] = [
        Case("nothing said", nil) { $0 },
        Case("TXXX in 2.4, UTF-8", -11.5) {
            id3(4, "TXXX", [3] + Array("REPLAYGAIN_TRACK_GAIN\0-6.50 dB".utf8)) + $0
        },
        Case("TXXX in 2.3, UTF-16", -11.5) {
            id3(3, "TXXX", [1] + utf16("replaygain_track_gain") + [0, 0] + utf16("-6.5 dB")) + $0
        },
        Case("TXXX of the album", nil) {
            id3(4, "TXXX", [3] + Array("REPLAYGAIN_ALBUM_GAIN\0-6.50 dB".utf8)) + $0
        },
        Case("TXXX with words", nil) {
            id3(4, "TXXX", [3] + Array("REPLAYGAIN_TRACK_GAIN\0loud".utf8)) + $0
        },
        Case("TXXX beyond all sense", nil) {
            id3(4, "TXXX", [3] + Array("REPLAYGAIN_TRACK_GAIN\0-900 dB".utf8)) + $0
        },
        // In 512ths of a decibel: 0xF300 is -6.5.
        Case("RVA2", -11.5) { id3(4, "RVA2", Array("track\0".utf8) + [1, 0xF3, 0, 0]) + $0 },
        Case("RVA2 of another channel", nil) {
            id3(4, "RVA2", Array("track\0".utf8) + [2, 0xF3, 0, 0]) + $0
        },
        // In LAME's tag: name 1, origin 3, sign, 65 tenths.
        Case("LAME", -11.5) { lame($0, 1 << 13 | 3 << 10 | 0x200 | 65) },
        Case("LAME, louder", -24.5) { lame($0, 1 << 13 | 3 << 10 | 65) },
        Case("LAME, not set", nil) { lame($0, 0) },
        Case("APE at the very end", -11.5) { $0 + ape("REPLAYGAIN_TRACK_GAIN", "-6.50 dB") },
        Case("APE before ID3v1", -11.5) {
            $0 + ape("replaygain_track_gain", "-6.50 dB") + Array("TAG".utf8)
                + [UInt8](repeating: 0, count: 125)
        },
        Case("APE cut in its middle", nil) {
            $0 + ape("REPLAYGAIN_TRACK_GAIN", "-6.50 dB").suffix(40)
        },
        Case("ID3 before LAME", -11.5) {
            id3(4, "TXXX", [3] + Array("REPLAYGAIN_TRACK_GAIN\0-6.50 dB".utf8))
                + lame($0, 1 << 13 | 3 << 10 | 99)
        },
    ]

    @Test(arguments: cases)
    func isRead(_ test: Case) throws {
        // The encoder's own word is there in the fixture; most cases want it out of the way.
        let plain = try Self.lame(#require(readFile(Fixture.stereo.path)), 0)
        let decoder = try MP3Decoder(source: MemorySource(test.bytes(plain)))
        let found = try decoder.taggedLoudness()
        if let loudness = test.loudness {
            #expect(abs(try #require(found) - loudness) < 0.01)
        } else {
            #expect(found == nil)
        }
        // Whatever the tag, the sound is the same.
        #expect(try allSamples(of: decoder).count == Fixture.stereo.samples().count)
    }

    /// R128 counts in 256ths from -23 LUFS, ReplayGain in decibels from -18.
    @Test(
        .enabled(if: LibAVFixture.isInstalled, "libavformat and libavcodec are not installed"),
        arguments: [("stereo-opus-r128.opus", -18.0), ("stereo-vorbis-gain.ogg", -14.5)])
    func isReadFromComments(name: String, loudness: Double) throws {
        let folder = "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/")
        let source = try FileByteSource(path: "/\(folder)/Fixtures/\(name)")
        let found = try DecoderFactory.makeDecoder(for: source).taggedLoudness()
        #expect(abs(try #require(found) - loudness) < 0.01)
    }

    // MARK: - Tags

    private static func id3(_ version: UInt8, _ name: String, _ body: [UInt8]) -> [UInt8] {
        let size = body.count + 10
        return Array("ID3".utf8) + [version, 0, 0, 0, 0, UInt8(size >> 7), UInt8(size & 0x7F)]
            + Array(name.utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
    }

    private static func utf16(_ text: String) -> [UInt8] {
        [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }

    private static func lame(_ bytes: [UInt8], _ gain: Int) -> [UInt8] {
        var bytes = bytes
        guard let tag = bytes.firstRange(of: Array("Info".utf8))?.lowerBound else { return [] }
        bytes[tag + 135] = UInt8(gain >> 8)
        bytes[tag + 136] = UInt8(gain & 0xFF)
        return bytes
    }

    private static func ape(_ name: String, _ value: String) -> [UInt8] {
        let item =
            [UInt8(value.utf8.count), 0, 0, 0, 0, 0, 0, 0] + Array(name.utf8) + [0]
            + Array(value.utf8)
        return item + Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, UInt8(item.count + 32), 0, 0, 0]
            + [1, 0, 0, 0] + [UInt8](repeating: 0, count: 12)
    }
}
