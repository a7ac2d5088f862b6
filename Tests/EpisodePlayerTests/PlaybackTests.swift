import AudioKit
import EpisodePlayer
import TestSupport
import Testing

@Suite struct PlaybackTests {
    @Test(arguments: ["speech-cbr-bare", "speech-vbr-xing", "speech-vbr-bare", "stereo-cbr-info"])
    func recordingEqualsLibmpg123BitByBit(name: String) async throws {
        let home = TemporaryHome()
        let path = home.path("out.wav")
        let rig = PlayerRig { $0.makeOutputs = { [WAVOutput(path: path)] } }
        try await rig.engine.load(PlayerItem(source: Fixture.source(name)), intent: .play)
        try await rig.wait(for: .ended)
        try await rig.engine.stop()
        let bytes = try #require(readFile(home.path("out.wav")))
        let samples = stride(from: 44, to: bytes.count - 1, by: 2).map {
            Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        }
        let isEqual = try samples == Fixture.decoded(name)
        #expect(isEqual)
    }

    @Test func stateFollowsIntentFromLoadToEnd() async throws {
        let rig = PlayerRig()
        try await rig.engine.load(
            PlayerItem(source: Fixture.source("stereo-cbr-info")), intent: .pause)
        try await rig.wait(for: .ready)
        #expect(rig.engine.position == .zero)
        try await rig.engine.play()
        try await rig.wait(for: .ended)
        let states = rig.events.value.compactMap {
            if case .stateChanged(let state, _) = $0 { state } else { nil as PlayerState? }
        }
        #expect(states.filter { $0 == .stalled }.isEmpty)
        #expect(rig.events.value.filter { $0 == .ended }.count == 1)
        let snapshot = rig.engine.snapshot
        #expect(snapshot.state == .ended)
        #expect(snapshot.position == snapshot.duration)
        #expect(snapshot.duration == .milliseconds(1500))
        #expect(snapshot.bufferedRanges == [.zero..<Duration.milliseconds(1500)])
        let isEqual = try rig.samples == Fixture.decoded("stereo-cbr-info")
        #expect(isEqual)
    }

    @Test func pauseAndResumeLoseNoSample() async throws {
        let home = TemporaryHome()
        let path = try Fixture.long(in: home)
        let rig = PlayerRig(clock: SteadyClock()) { $0.positionInterval = .milliseconds(20) }
        try await rig.engine.load(
            PlayerItem(source: FileByteSource(path: path)), intent: .play)
        try await rig.wait(untilHeard: .milliseconds(300))
        try await rig.engine.pause()
        let atPause = rig.engine.position
        let heard = rig.samples.count
        #expect(rig.engine.snapshot.state == .paused)
        #expect(atPause == AudioFormat.mono22.duration(ofFrames: Int64(heard)))
        try await rig.engine.play()
        try await rig.wait(untilHeard: atPause + .milliseconds(300))
        try await rig.engine.stop()
        let all = rig.samples
        // All but the fades is untouched; those are only quieter.
        let fade = 22_050 / 125 + 1
        let faded = [(heard - fade)..<(heard + fade), (all.count - fade)..<all.count]
        let whole = try Fixture.decoded(path: path)
        for (index, pair) in zip(all, whole).enumerated() {
            let isRight =
                faded.contains { $0.contains(index) }
                ? abs(Int(pair.0)) <= abs(Int(pair.1)) + 1 : pair.0 == pair.1
            if !isRight {
                Issue.record("sample \(index): \(pair)")
                break
            }
        }
        withExtendedLifetime(home) {}
    }

    @Test func seekWhilePausedPlaysFromTheFrame() async throws {
        let rig = PlayerRig()
        try await rig.engine.load(
            PlayerItem(source: Fixture.source("speech-vbr-bare")), intent: .pause)
        try await rig.wait(for: .ready)
        try await rig.engine.seek(to: .seconds(2))
        try await rig.wait(forEvent: .seeked(.seconds(2)))
        #expect(rig.engine.position == .seconds(2))
        try await rig.engine.play()
        try await rig.wait(for: .ended)
        let whole = try Fixture.decoded("speech-vbr-bare")
        let fade = 22_050 / 125 + 1
        let isEqual = rig.samples.dropFirst(fade).elementsEqual(whole.dropFirst(44_100 + fade))
        #expect(isEqual)
    }

    @Test func startPositionIsKeptAndClamped() async throws {
        let rig = PlayerRig()
        try await rig.engine.load(
            PlayerItem(source: Fixture.source("speech-cbr-bare"), start: .seconds(3)),
            intent: .pause)
        try await rig.wait(for: .ready)
        #expect(rig.engine.position == .seconds(3))
        let count = rig.events.value.count
        try await rig.engine.load(
            PlayerItem(source: Fixture.source("stereo-cbr-info"), start: .seconds(3000)),
            intent: .play)
        try await rig.wait(for: .ended, after: count)
        #expect(rig.engine.position == .milliseconds(1500))
    }

    @Test(arguments: [0.5, 0.8, 1.6, 2.75, 4.0])
    func speedKeepsLengthAndPosition(speed: Double) async throws {
        let rig = PlayerRig { $0.speed = speed }
        try await rig.engine.load(
            PlayerItem(source: Fixture.source("speech-cbr-bare")), intent: .play)
        try await rig.wait(for: .ended)
        let whole = try Fixture.decoded("speech-cbr-bare").count
        #expect(rig.samples.count == Int((Double(whole) / speed).rounded()))
        let duration = try #require(rig.engine.snapshot.duration)
        let gap = rig.engine.position - duration
        #expect(gap < .milliseconds(1) && gap > .milliseconds(-1))
    }

    @Test func speedChangesWhilePlaying() async throws {
        let home = TemporaryHome()
        let path = try Fixture.long(in: home)
        let rig = PlayerRig(clock: SteadyClock()) { $0.positionInterval = .milliseconds(20) }
        try await rig.engine.load(
            PlayerItem(source: FileByteSource(path: path)), intent: .play)
        try await rig.wait(untilHeard: .milliseconds(200))
        try await rig.engine.setSpeed(0.5)
        try await rig.engine.setSpeed(1)
        try await rig.engine.pause()
        #expect(rig.engine.position > .milliseconds(200))
        let start = rig.engine.position
        try await rig.engine.setSpeed(2)
        #expect(rig.engine.snapshot.speed == 2)
        #expect(rig.engine.position == start)
        let heard = rig.samples.count
        try await rig.engine.play()
        try await rig.wait(untilHeard: start + .milliseconds(400))
        try await rig.engine.pause()
        // What came after the change counts twice.
        let faster = AudioFormat.mono22.duration(ofFrames: Int64(rig.samples.count - heard)) * 2
        let gap = rig.engine.position - start - faster
        #expect(gap < .milliseconds(1) && gap > .milliseconds(-1))
        #expect(!rig.events.value.contains { if case .seeked = $0 { true } else { false } })
        withExtendedLifetime(home) {}
    }

    @Test func trimmedSilenceShortensTheSoundAndNotTheTime() async throws {
        let rig = PlayerRig { $0.sound = SoundSettings(trim: .high) }
        try await rig.engine.load(
            PlayerItem(source: Fixture.source("speech-cbr-bare")), intent: .play)
        try await rig.wait(for: .ended)
        let whole = try Fixture.decoded("speech-cbr-bare").count
        #expect(rig.samples.count < whole)
        let duration = try #require(rig.engine.snapshot.duration)
        let gap = rig.engine.position - duration
        #expect(gap < .milliseconds(1) && gap > .milliseconds(-1))
    }

    @Test func theEndCanBeLeftAndReachedAgain() async throws {
        let rig = PlayerRig()
        try await rig.engine.load(
            PlayerItem(source: Fixture.source("stereo-cbr-info")), intent: .play)
        try await rig.wait(for: .ended)
        let count = rig.events.value.count
        try await rig.engine.play()
        try await rig.wait(for: .ended, after: count)
        let whole = try Fixture.decoded("stereo-cbr-info")
        #expect(rig.samples.count == 2 * whole.count)
        #expect(rig.events.value.filter { $0 == .ended }.count == 2)
    }

    /// The second is loaded when the first has ended: in the output there is nothing between them.
    @Test func filesOfOneFormatJoinWithoutAGap() async throws {
        let rig = PlayerRig()
        for name in ["stereo-cbr-info", "stereo-cbr-info"] {
            let count = rig.events.value.count
            try await rig.engine.load(PlayerItem(source: Fixture.source(name)), intent: .play)
            try await rig.wait(for: .ended, after: count)
        }
        let whole = try Fixture.decoded("stereo-cbr-info")
        #expect(rig.samples == whole + whole)
    }

    @Test func aRecordingIsNotOverwrittenByTheNextFormat() async throws {
        let home = TemporaryHome()
        let path = home.path("out.wav")
        let rig = PlayerRig { $0.makeOutputs = { [WAVOutput(path: path)] } }
        for name in ["stereo-cbr-info", "speech-vbr-xing"] {
            let count = rig.events.value.count
            try await rig.engine.load(PlayerItem(source: Fixture.source(name)), intent: .play)
            try await rig.wait(for: .ended, after: count)
        }
        try await rig.engine.stop()
        let first = try Fixture.decoded("stereo-cbr-info").count * 2 + 44
        let second = try Fixture.decoded("speech-vbr-xing").count * 2 + 44
        #expect(readFile(path)?.count == first)
        #expect(readFile(home.path("out-2.wav"))?.count == second)
    }

    @Test func truncatedFileFailsAfterItsLastFrame() async throws {
        let path = Fixture.path("stereo-cbr-info")
        let size = try #require(try FileByteSource(path: path).length)
        let source = try FileByteSource(path: path, expectedLength: size + 10_000)
        let rig = PlayerRig()
        try await rig.engine.load(PlayerItem(source: source), intent: .play)
        try await rig.wait(for: .failed(.truncated(at: size, expected: size + 10_000)))
        #expect(!rig.events.value.contains(.ended))
        #expect(rig.samples.count > 1000)
    }

    @Test func whatIsNoAudioFailsInWords() async throws {
        let home = TemporaryHome()
        home.write(Array("<!doctype html><p>Please log in</p>".utf8), to: "page.html")
        let source = try FileByteSource(path: home.path("page.html"))
        let rig = PlayerRig()
        try await rig.engine.load(PlayerItem(source: source), intent: .play)
        try await rig.wait(for: .failed(.notAudio(kind: .html)))
        withExtendedLifetime(home) {}
    }

    @Test func outputsAreTriedInTurn() async throws {
        let rig = PlayerRig {
            $0.makeOutputs = {
                [PulseOutput(server: "unix:/nonexistent/pulse"), NullOutput(clock: VirtualClock())]
            }
        }
        try await rig.engine.load(
            PlayerItem(source: Fixture.source("stereo-cbr-info")), intent: .play)
        try await rig.wait(for: .ended)
        let notices = rig.events.value.compactMap {
            if case .notice(let notice) = $0 { notice } else { nil as PlayerNotice? }
        }.filter { if case .learnt = $0 { false } else { true } }
        guard case .outputFallback("pulse", let reason, "null")? = notices.first else {
            Issue.record("\(notices)")
            return
        }
        #expect(!reason.isEmpty)
    }
}

extension AudioFormat {
    static let mono22 = AudioFormat(sampleRate: 22_050, channelCount: 1)
}
