import AudioKit
import EpisodePlayer
import TestSupport
import Testing

/// Files that no encoder made, through the whole player: none crashes or hangs, all end or say why.
@Suite struct MalformedFileTests {
    enum Outcome: Sendable {
        /// So much is heard at least, in milliseconds, and the end is reached.
        case ends(Int)
        /// It is said why not, by the kind that was found.
        case refused(MediaKind)
        /// It may end or be refused, but neither hangs nor crashes.
        case either
    }

    struct Case: CustomTestStringConvertible {
        let id: String
        let outcome: Outcome
        let bytes: @Sendable () throws -> [UInt8]
        var testDescription: String { id }

        init(_ id: String, _ outcome: Outcome, _ bytes: @escaping @Sendable () throws -> [UInt8]) {
            self.id = id
            self.outcome = outcome
            self.bytes = bytes
        }
    }

    static let cases: [Case] = [
        Case("zero bytes", .refused(.empty)) { [] },
        Case("one byte", .refused(.unknown)) { [0xFF] },
        Case("a web page", .refused(.html)) {
            Array("<!DOCTYPE html><html><title>Log in</title>".utf8)
        },
        Case("a feed", .refused(.xml)) { Array("<?xml version=\"1.0\"?><rss/>".utf8) },
        Case("only zeros", .refused(.unknown)) { [UInt8](repeating: 0, count: 100_000) },
        Case("only sync words", .either) { [UInt8](repeating: 0xFF, count: 100_000) },
        Case("cut in a frame", .ends(1_000)) { try Array(speech().prefix(9_001)) },
        Case("cut in the first frame", .either) { try Array(speech().prefix(60)) },
        Case("begins in a frame", .ends(3_000)) { try Array(speech().dropFirst(301)) },
        Case("ID3 of 30 MB", .ends(3_900)) { try tag(30 << 20) + speech() },
        Case("ID3 longer than the file", .either) { try tag(30 << 20).prefix(5_000) + speech() },
        Case("two ID3 tags", .ends(3_900)) { try tag(2_000) + tag(3_000) + speech() },
        Case("garbage between frames", .ends(3_500)) {
            let whole = try Self.speech()
            let garbage = Array("\0garbage".utf8) + [0xFF, 0xFB]
            return whole[..<9_000] + (0..<400).flatMap { _ in garbage } + whole[9_000...]
        },
        Case("a page between frames", .ends(3_500)) {
            let whole = try Self.speech()
            return whole[..<9_000] + Array("<html>502 Bad Gateway</html>".utf8) + whole[9_000...]
        },
        Case("zeros of a lost block", .ends(3_000)) {
            var whole = try Self.speech()
            for index in 8_192..<12_288 { whole[index] = 0 }
            return whole
        },
        Case("another rate midway", .ends(6_000)) {
            try speech() + FakeMP3.bytes(count: 100 * FakeMP3.frameSize)
        },
        Case("mono, then stereo", .ends(5_000)) { try speech() + file("stereo-cbr-info") },
        Case("stereo, then mono", .ends(5_000)) { try file("stereo-cbr-info") + speech() },
        Case("tag that lies of its length", .ends(3_900)) {
            var bytes = try file("speech-vbr-xing")
            let xing = try #require(bytes.firstRange(of: Array("Xing".utf8))?.lowerBound)
            for index in (xing + 8)..<(xing + 16) { bytes[index] = 0xFF }
            return bytes
        },
        Case("WAV whose data is not there", .either) {
            Array(
                WAVFile.bytes([Int16](repeating: 0, count: 8_000), rate: 8_000, channels: 1)[..<50])
        },
        Case("WAV with a size of 4 GB", .either) {
            var bytes = WAVFile.bytes(
                [Int16](repeating: 9, count: 8_000), rate: 8_000, channels: 1)
            for index in 40..<44 { bytes[index] = 0xFF }
            return bytes
        },
        Case("WAV of no channels", .either) {
            WAVFile.bytes([Int16](repeating: 9, count: 8_000), rate: 8_000, channels: 0)
        },
        Case("MP4 without moov", .either) { try Array(other("stereo-aac.m4a").prefix(8_700)) },
        Case("MP4 cut in moov", .either) { try Array(other("stereo-aac.m4a").dropLast(300)) },
        Case("MP4 of zeros", .either) {
            try other("stereo-aac.m4a").prefix(200) + [UInt8](repeating: 0, count: 5_000)
        },
        Case("Ogg cut in a page", .either) { try Array(other("stereo-opus.opus").dropLast(900)) },
        Case("Ogg, then MP3", .either) { try other("stereo-vorbis.ogg") + speech() },
        Case("FLAC cut in a frame", .either) { try Array(other("stereo-flac.flac").dropLast(999)) },
    ]

    @Test(arguments: cases)
    func endsOrSaysWhy(_ test: Case) async throws {
        let home = TemporaryHome()
        try home.write(test.bytes(), to: "file")
        let rig = PlayerRig()
        try await rig.engine.load(
            PlayerItem(source: FileByteSource(path: home.path("file"))), intent: .play)
        try await rig.events.wait(for: "an end", within: .seconds(60)) { events in
            events.contains {
                switch $0 {
                case .stateChanged(.failed, _), .ended: true
                default: false
                }
            }
        }
        let state = rig.engine.snapshot.state
        switch test.outcome {
        case .ends(let milliseconds):
            #expect(state == .ended)
            let length = try #require(rig.engine.snapshot.duration)
            #expect(length >= .milliseconds(milliseconds), "\(length)")
            #expect(!rig.samples.isEmpty)
            // The end says the same length as the place that was reached.
            #expect(rig.engine.position == length)
        case .refused(let kind):
            #expect(state == .failed(.notAudio(kind: kind)))
        case .either:
            break
        }
        // Whatever it was, it can be asked to go elsewhere, and the next file plays.
        _ = try? await rig.engine.seek(to: .seconds(1))
        let count = rig.events.value.count
        try await rig.engine.load(
            PlayerItem(source: Fixture.source("stereo-cbr-info")), intent: .play)
        try await rig.wait(for: .ended, after: count)
    }

    private static func speech() throws -> [UInt8] { try file("speech-cbr-bare") }

    private static func file(_ name: String) throws -> [UInt8] {
        try #require(readFile(Fixture.path(name)))
    }

    private static func other(_ name: String) throws -> [UInt8] {
        try #require(
            readFile(
                Fixture.path("x").split(separator: "/").dropLast()
                    .reduce("") { "\($0)/\($1)" } + "/\(name)"))
    }

    private static func tag(_ size: Int) -> [UInt8] {
        Array("ID3".utf8) + [4, 0, 0] + [21, 14, 7, 0].map { UInt8(size >> $0 & 0x7F) }
            + [UInt8](repeating: 0, count: size)
    }
}
