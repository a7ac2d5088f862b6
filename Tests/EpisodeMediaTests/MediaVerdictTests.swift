import EpisodeMedia
import TestSupport
import Testing

/// First bytes, and what they are taken for.
@Suite struct MediaVerdictTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let verdict: MediaVerdict

        init(_ name: String, _ bytes: [UInt8], _ verdict: MediaVerdict) {
            testDescription = name
            self.bytes = bytes
            self.verdict = verdict
        }

        init(_ name: String, text: String, _ verdict: MediaVerdict) {
            self.init(name, Array(text.utf8), verdict)
        }
    }

    @Test(arguments: [
        Sample("MP3 frame", [0xFF, 0xFB, 0x90, 0x00, 0, 0], .audio(fileExtension: "mp3")),
        Sample("fake MP3", FakeMP3.bytes(count: 600), .audio(fileExtension: "mp3")),
        Sample("layer II", [0xFF, 0xFD, 0x90, 0x00], .audio(fileExtension: "mp3")),
        Sample("ID3", text: "ID3\u{3}\0\0\0\0\u{f}\u{76}", .audio(fileExtension: "mp3")),
        Sample(
            "ID3 before ADTS", Array("ID3\u{4}\0\0\0\0\0\u{2}ab".utf8) + [0xFF, 0xF1, 0x50, 0x80],
            .audio(fileExtension: "aac")),
        Sample("ADTS", [0xFF, 0xF1, 0x50, 0x80], .audio(fileExtension: "aac")),
        Sample("Opus", text: "OggS\0\u{2}..........OpusHead", .audio(fileExtension: "opus")),
        Sample("Vorbis", text: "OggS\0\u{2}..........\u{1}vorbis", .audio(fileExtension: "ogg")),
        Sample("FLAC", text: "fLaC\0\0\0\u{22}", .audio(fileExtension: "flac")),
        Sample("WAV", text: "RIFF....WAVEfmt ", .audio(fileExtension: "wav")),
        Sample("M4A", text: "\0\0\0\u{20}ftypM4A ", .audio(fileExtension: "m4a")),
        Sample("MP4", text: "\0\0\0\u{20}ftypisom", .audio(fileExtension: "mp4")),
        Sample(
            "WebM", [0x1A, 0x45, 0xDF, 0xA3] + Array("..webm".utf8), .audio(fileExtension: "webm")),
        Sample("HTML", text: "<!DOCTYPE html><html>", .text),
        Sample("HTML behind blanks", text: "\n\n  <HTML>", .text),
        Sample("HTML behind a mark", text: "\u{FEFF}<html>", .text),
        Sample("HTML with binary in it", text: "<html>\0\u{1}", .text),
        Sample("feed", text: "<?xml version='1.0'?><rss>", .text),
        Sample("JSON", text: "{\"error\": 1}", .text),
        Sample("plain text", text: "Not found", .text),
        Sample("nothing", [], .text),
        Sample("PDF", text: "%PDF-1.7", .document),
        Sample("ZIP", [0x50, 0x4B, 0x03, 0x04, 0], .document),
        Sample("gzip", [0x1F, 0x8B, 0x08, 0], .document),
        Sample("zeros", [UInt8](repeating: 0, count: 512), .unknown),
        Sample("sync bits of no known layer", [0xFF, 0xE8, 0x00, 0x00], .unknown),
        Sample("one byte", [0xFF], .unknown),
    ])
    func isJudged(_ sample: Sample) {
        #expect(sample.bytes.withUnsafeBytes { MediaVerdict($0) } == sample.verdict)
    }
}
