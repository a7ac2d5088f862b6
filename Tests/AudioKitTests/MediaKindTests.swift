import AudioKit
import Testing

@Suite struct MediaKindTests {
    struct Case: CustomTestStringConvertible {
        let id: String
        let bytes: [UInt8]
        let kind: MediaKind
        var testDescription: String { id }
    }

    static let cases: [Case] = [
        Case(id: "empty", bytes: [], kind: .empty),
        Case(id: "html", bytes: Array("<!DOCTYPE html><html>".utf8), kind: .html),
        Case(id: "html after blanks", bytes: Array("\n  <HTML><body>".utf8), kind: .html),
        Case(id: "feed", bytes: Array("<?xml version='1.0'?><rss>".utf8), kind: .xml),
        Case(id: "ogg", bytes: Array("OggS\0\0".utf8), kind: .ogg),
        Case(id: "flac", bytes: Array("fLaC\0\0".utf8), kind: .flac),
        Case(id: "m4a", bytes: [0, 0, 0, 32] + Array("ftypM4A ".utf8), kind: .mp4),
        Case(id: "wav", bytes: Array("RIFF\0\0\0\0WAVEfmt ".utf8), kind: .wav),
        Case(id: "text", bytes: Array("Not Found".utf8), kind: .unknown),
        Case(
            id: "one sync word", bytes: [0xFF, 0xFB] + [UInt8](repeating: 0, count: 60),
            kind: .unknown),
    ]

    @Test(arguments: cases)
    func firstBytesTell(_ test: Case) {
        #expect(MediaKind(sniffing: test.bytes) == test.kind)
    }

    @Test(arguments: Fixture.allCases)
    func everyFixtureIsMP3(_ fixture: Fixture) throws {
        #expect(try DecoderFactory.sniff(fixture.source()) == .mp3)
    }

    @Test func aWebPageIsNoAudio() throws {
        let source = MemorySource(Array("<!doctype html><title>Login</title>".utf8))
        #expect(throws: AudioError.notAudio(kind: .html)) {
            _ = try DecoderFactory.makeDecoder(for: source)
        }
    }
}
