import AudioKit
import EpisodePlayer
@preconcurrency import Glibc
import TestSupport
import Testing

/// Which loudness a beginning is brought up by: the stored one, else the tag's, else what is heard.
@Suite struct LoudnessTests {
    /// How many times louder the first tenths of a second are than in the file.
    private func gain(_ heard: [Int16], _ plain: [Int16]) -> Double {
        let ratios = zip(heard, plain).prefix(8_000).filter { abs(Int($0.1)) > 500 }
            .map { Double($0.0) / Double($0.1) }.sorted()
        return ratios.isEmpty ? 0 : ratios[ratios.count / 2]
    }

    private func factor(_ decibels: Double) -> Double { pow(10, decibels / 20) }

    @Test func aTagIsBelievedAtTheBeginning() async throws {
        let home = TemporaryHome()
        // ReplayGain of +6 dB: -24 LUFS, and so 8 dB to the target.
        let text = [3] + Array("REPLAYGAIN_TRACK_GAIN\0+6.00 dB".utf8)
        let tag =
            Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(text.count + 10)] + Array("TXXX".utf8)
            + [0, 0, 0, UInt8(text.count), 0, 0] + text
        let sound = try #require(readFile(Fixture.path("speech-cbr-bare")))
        home.write(tag + sound, to: "tagged.mp3")
        let rig = PlayerRig { $0.sound = SoundSettings(normalizesLoudness: true) }
        try await rig.engine.load(
            PlayerItem(source: FileByteSource(path: home.path("tagged.mp3"))), intent: .play)
        try await rig.wait(for: .ended)
        let gain = try gain(rig.samples, Fixture.decoded("speech-cbr-bare"))
        #expect(abs(gain / factor(8) - 1) < 0.03, "\(gain)")
    }

    /// What was measured when a file was heard whole is what it begins with the next time.
    @Test func whatWasMeasuredIsUsedAtTheNextOpening() async throws {
        let home = TemporaryHome()
        let tone = (0..<(8_000 * 20)).map { Int16(1_500 * sin(Double($0) * 0.7)) }
        home.write(WAVFile.bytes(tone, rate: 8_000, channels: 1), to: "quiet.wav")
        func makeItem(_ facts: MediaFacts) throws -> PlayerItem {
            try PlayerItem(source: FileByteSource(path: home.path("quiet.wav")), facts: facts)
        }
        func learnt(_ rig: PlayerRig) -> MediaFacts? {
            rig.events.value.compactMap {
                if case .notice(.learnt(let facts)) = $0, facts.loudness != nil {
                    facts
                } else {
                    nil
                }
            }.last
        }
        let first = PlayerRig { $0.sound = SoundSettings(normalizesLoudness: true) }
        try await first.engine.load(makeItem(MediaFacts()), intent: .play)
        try await first.wait(for: .ended)
        let facts = try #require(learnt(first))
        let loudness = try #require(facts.loudness)
        let meter = LoudnessMeter(format: AudioFormat(sampleRate: 8_000, channelCount: 1))
        tone.map { Float($0) / 32_768 }.withUnsafeBufferPointer { meter.write($0) }
        #expect(abs(loudness - (try #require(meter.integrated))) < 0.1)
        // Nothing was known at first, and so nothing was made louder.
        #expect(abs(gain(first.samples, Array(tone.prefix(2_000))) - 1) < 0.6)
        let second = PlayerRig { $0.sound = SoundSettings(normalizesLoudness: true) }
        try await second.engine.load(makeItem(facts), intent: .play)
        try await second.wait(for: .ended)
        let wanted = factor(min(18, -16 - loudness))
        #expect(abs(gain(second.samples, tone) / wanted - 1) < 0.02)
        // It is known already, and told no more.
        #expect(learnt(second)?.loudness ?? loudness == loudness)
    }
}
