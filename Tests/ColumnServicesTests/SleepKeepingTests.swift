import ColumnModel
import ColumnStore
import EpisodePlayer
import PlaybackRules
import TestSupport
import Testing

@testable import ColumnServices

/// What of a sleep timer outlives a player, and how it is written.
@Suite struct SleepKeepingTests {
    @Test func aTimerSurvivesAPlayerThatIsKilled() async throws {
        let scene = try await PlaybackScene([600])
        let killed = try scene.player { $0.sleep = .after(.seconds(300)) }
        await killed.play([.episode(scene.episodes[0])], at: 0)
        await killed.setSleep(.after(.seconds(200)))
        // No stop: what is in the store is what a kill leaves.
        let next = try scene.player()
        await next.play([.episode(scene.episodes[0])], at: 0)
        let left = next.status.sleep?.remaining ?? .zero
        #expect(left > .seconds(190) && left <= .seconds(200), "\(left)")
        await killed.stop()
        // By the user's wish it ends with the player.
        await next.stop()
        let last = try scene.player()
        await last.play([.episode(scene.episodes[0])], at: 0)
        #expect(last.status.sleep == nil)
        await last.stop()
    }

    @Test func aProcessThatEndsKeepsIt() async throws {
        let scene = try await PlaybackScene([600])
        let first = try scene.player { $0.sleep = .episodes(2) }
        await first.play([.episode(scene.episodes[0])], at: 0)
        await first.stop(keepingSleep: true)
        let next = try scene.player()
        await next.play([.episode(scene.episodes[0])], at: 0)
        #expect(next.status.sleep?.countLeft == 2)
        await next.stop()
    }

    @Test func anOldOneIsForgotten() async throws {
        let scene = try await PlaybackScene([600])
        let long = Timestamp.current() + .seconds(-601)
        try scene.change(
            "INSERT INTO state (key, value) VALUES ('sleep.timer', ?)",
            "after:100000:\(long.secondsSince1970)")
        let player = try scene.player()
        await player.play([.episode(scene.episodes[0])], at: 0)
        #expect(player.status.sleep == nil)
        await player.stop()
    }

    @Test func itFiresFadedAndTheLastSignOfLifeIsKept() async throws {
        let scene = try await PlaybackScene([600])
        let player = try scene.player(["sleep.fade": "1s"]) { $0.sleep = .after(.seconds(60)) }
        let events = player.events
        await player.play([.episode(scene.episodes[0])], at: 0, from: .seconds(50))
        await PlaybackScene.wait(events) { $0.isPlaying }
        // A key: a sign of life at 300.
        await player.seek(to: .seconds(300))
        await player.setSleep(.after(.seconds(2)))
        await PlaybackScene.wait(events) { $0.isOver }
        let sign = try #require(try await scene.library.lastSignOfLife())
        #expect(sign.episode.id == scene.episodes[0].id)
        #expect(sign.place >= .seconds(300) && sign.place < .seconds(330), "\(sign.place)")
        // It stopped, with the gain as it was, and goes on where the fade began.
        #expect(player.status.state == .paused)
        #expect(await player.engine.snapshot.rampGain == 1)
        let place = try await scene.library.episode(scene.episodes[0].id)?.position ?? .zero
        #expect(place >= .seconds(300) && place < .seconds(340), "\(place)")
        await player.stop()
    }

    @Test func theNextEpisodeIsNotEvenLoaded() async throws {
        let scene = try await PlaybackScene([0.5, 600])
        let player = try scene.player { $0.sleep = .episodes(1) }
        let events = player.events
        await player.play(scene.episodes.map { .episode($0) }, at: 0)
        let last = await PlaybackScene.wait(events) { event in
            if case .started(let status) = event, status.index == 1 { return true }
            return event.isOver
        }
        #expect(last == .over(.slept))
        #expect(player.status.index == 0)
        await player.stop()
    }

    // MARK: - Texts

    private static let clock = LocalClock { _ in 3_600 }

    @Test(arguments: [
        ("30m", SleepKind.after(.seconds(1_800))), ("45", .after(.seconds(2_700))),
        ("end", .episodes(1)), ("3eps", .episodes(3)), ("chapter", .chapters(1)),
        ("2chapters", .chapters(2)),
        // 10:00 local is 09:00 UTC: 23:30 is the same day's, 8:15 the next day's.
        ("23:30", .at(Timestamp(secondsSince1970: 22 * 3_600 + 1_800))),
        ("8:15", .at(Timestamp(secondsSince1970: 86_400 + 7 * 3_600 + 900))),
    ])
    func kinds(text: String, kind: SleepKind) {
        let now = Timestamp(secondsSince1970: 9 * 3_600)
        #expect(SleepText.kind(text, now: now, clock: Self.clock) == kind)
    }

    @Test(arguments: ["", "0eps", "24:00", "7:5", "1000chapters", "-3m", "0m", "1e3m", "x:30"])
    func noKinds(text: String) {
        #expect(SleepText.kind(text) == nil)
    }

    @Test func nights() {
        #expect(
            SleepText.night("22:00-06:00 30m")
                == NightTimer(start: 1_320, end: 360, kind: .after(.seconds(1_800))))
        #expect(SleepText.night("9:30-10:00 2eps")?.kind == .episodes(2))
        for text in ["22:00-06:00", "22:00 30m", "22-6 30m", "22:00-22:00 30m", "1:00-2:00 3:00"] {
            #expect(SleepText.night(text) == nil, "\(text)")
        }
    }
}
