import ColumnModel
import EpisodePlayer
import Glibc
import PlaybackRules
import TestSupport
import Testing

@testable import ColumnServices

/// The player as a service: a real engine on a real library, without sound.
@Suite struct PlaybackServiceTests {
    // MARK: - Interruptions

    @Test func anInterruptionPausesKeepsThePlaceAndGoesOn() async throws {
        let scene = try await PlaybackScene([600])
        let player = try scene.player()
        let events = player.events
        await player.play([.episode(scene.episodes[0])], at: 0, from: .seconds(100))
        await PlaybackScene.wait(events) { $0.isPlaying }
        await player.interrupt("other")
        #expect(player.status.state == .paused)
        let kept = try await scene.library.episode(scene.episodes[0].id)?.position
        #expect(kept ?? .zero >= .seconds(100))
        await player.endInterruption("other", mayResume: true)
        #expect(player.status.wantsToPlay)
        await player.stop()
    }

    @Test func whatWasPausedBeforeIsNotStartedByAnEnd() async throws {
        let scene = try await PlaybackScene([600])
        let player = try scene.player()
        await player.play([.episode(scene.episodes[0])], at: 0)
        await player.pause()
        await player.interrupt("other")
        await player.endInterruption("other", mayResume: true)
        #expect(!player.status.wantsToPlay)
        // Nor is one that the listener took up meanwhile stopped by it.
        await player.resume()
        await player.interrupt("other")
        await player.resume()
        await player.endInterruption("other", mayResume: false)
        #expect(player.status.wantsToPlay)
        await player.stop()
    }

    @Test func afterSleepItStaysPaused() async throws {
        let scene = try await PlaybackScene([600])
        let player = try scene.player()
        await player.play([.episode(scene.episodes[0])], at: 0)
        await player.interrupt("sleep")
        await player.endInterruption("sleep", mayResume: false)
        #expect(!player.status.wantsToPlay)
        await player.stop()
    }

    // MARK: - Leaps and chapters

    @Test func aSeekIsTakenBackAlsoByTheNextPlayer() async throws {
        let scene = try await PlaybackScene([600])
        let player = try scene.player(["play.rewind-on-resume": "off"])
        await player.play([.episode(scene.episodes[0])], at: 0, from: .seconds(100))
        await player.pause()
        await player.seek(to: .seconds(400))
        #expect(player.status.position == .seconds(400))
        await player.stop()
        let next = try scene.player(["play.rewind-on-resume": "off"])
        await next.play([.episode(scene.episodes[0])], at: 0)
        await next.pause()
        #expect(await next.undoSeek())
        let place = next.status.position
        #expect(place >= .seconds(100) && place < .seconds(105), "\(place)")
        #expect(await !next.undoSeek())
        await next.stop()
    }

    @Test func chaptersLeadOnAndBack() async throws {
        let scene = try await PlaybackScene([600])
        let id = scene.episodes[0].id.rawValue
        for (ordinal, start) in [0, 200_000, 400_000].enumerated() {
            try scene.change(
                """
                INSERT INTO chapters (episode_id, source, ordinal, start, title)
                VALUES (?, 'feed', ?, ?, ?)
                """, id, ordinal, start, "Chapter \(ordinal)")
        }
        let player = try scene.player()
        await player.play([.episode(scene.episodes[0])], at: 0)
        await player.pause()
        #expect(await player.nextChapter())
        #expect(player.status.position == .seconds(200))
        #expect(player.status.chapter?.title == "Chapter 1")
        #expect(await player.nextChapter())
        #expect(await !player.nextChapter())
        #expect(player.status.position == .seconds(400))
        await player.seek(to: .seconds(450))
        #expect(await player.previousChapter())
        #expect(player.status.position == .seconds(400))
        #expect(await player.previousChapter())
        #expect(player.status.position == .seconds(200))
        await player.stop()
    }

    // MARK: - Edges

    @Test func introAndOutroAreLeftOut() async throws {
        let scene = try await PlaybackScene([30, 30])
        let player = try scene.player(
            ["play.skip-intro": "5s", "play.skip-outro": "10s"],
            output: "wav:" + scene.home.path("heard.wav"))
        let events = player.events
        await player.play(scene.episodes.map { .episode($0) }, at: 0)
        await PlaybackScene.wait(events) { $0.isOver }
        await player.stop()
        let heard = try #require(WAVFile(readFile(scene.home.path("heard.wav")) ?? []))
        // From 5 to about 20 of each; how far decoding runs ahead of a recording is its own affair.
        #expect(heard.seconds < 55, "\(heard.seconds)")
        for episode in scene.episodes {
            let now = try #require(try await scene.library.episode(episode.id))
            #expect(now.isPlayed)
            #expect(now.position == .zero)
        }
    }

    @Test func whoSeeksIntoTheOutroHearsIt() async throws {
        let scene = try await PlaybackScene([30])
        let player = try scene.player(["play.skip-outro": "10s"])
        let events = player.events
        await player.play([.episode(scene.episodes[0])], at: 0)
        await PlaybackScene.wait(events) { $0.isPlaying }
        await player.seek(to: .seconds(25))
        await PlaybackScene.wait(events) {
            if case .position(let status) = $0 { status.position > .seconds(25) } else { false }
        }
        #expect(player.status.state == .playing)
        await player.stop()
        #expect(try await scene.library.episode(scene.episodes[0].id)?.isPlayed == false)
    }

    // MARK: - Random commands

    /// How many of them.
    ///
    /// A thousand take some seconds of a core, on which other tests wait. All of ten thousand: `COLUMN_RANDOM_COMMANDS=10000 swift test --filter PlaybackServiceTests`.
    private static let commandCount =
        getenv("COLUMN_RANDOM_COMMANDS").flatMap { Int(String(cString: $0)) } ?? 1_000

    /// Whatever is asked in whatever order: what plays is what the order says, the queue gives each
    /// place once, and sound is heard only by wish.
    @Test(arguments: [UInt64(1)])
    func randomCommands(seed: UInt64) async throws {
        let scene = try await PlaybackScene([0.3, 900, 0.3, 900, 0.3, 900])
        let player = try scene.player()
        var random = SeededRandom(seed: seed)
        let list = scene.episodes.map { PlaybackItem.Content.episode($0) }
        await player.play(list, at: 0)
        var queued = 0
        for step in 0..<Self.commandCount {
            let number = Int.random(in: 0..<100, using: &random)
            let place = Duration.milliseconds(Int.random(in: 0...900_000, using: &random))
            switch number {
            case 0..<15: await player.next()
            case 15..<25: await player.previous()
            case 25..<40: await player.seek(to: place)
            case 40..<50: await player.toggle()
            case 50..<55: await player.pause()
            case 55..<60: await player.resume()
            case 60..<65: await player.setSpeed(Double.random(in: 0.3...5, using: &random))
            case 65..<72:
                await player.setMode(PlaybackMode.allCases.randomElement(using: &random) ?? .once)
            case 72..<76:
                let ids = [scene.episodes.randomElement(using: &random)?.id].compactMap { $0 }
                try await scene.library.enqueue(ids, atFront: number == 72)
                queued += ids.count
            case 76..<78:
                if let entry = try await scene.library.queue().last?.entry {
                    queued -= try await scene.library.dequeue([entry])
                }
            case 78..<81: await player.interrupt("a")
            case 81..<84: await player.endInterruption("a", mayResume: number == 81)
            case 84..<88: await player.skip(by: place - .seconds(450))
            case 88..<91: await player.undoSeek()
            case 91..<94: await player.setSleep(number == 91 ? .episodes(1) : nil)
            default:
                await player.play(
                    list, at: Int.random(in: 0..<list.count, using: &random))
            }
            await player.checkAgreement(step)
            // The list came to its end: as a user would, play again.
            if await player.isOver { await player.play(list, at: 0) }
        }
        await player.stop()
        let left = try await scene.library.queue().count
        let played = try await scene.library.queueHistory(limit: .max)
            .filter { $0.cause == "played" }.reduce(0) { $0 + $1.episodes.count }
        #expect(left + played == queued)
    }
}

extension PlaybackService {
    /// Checks what must always hold once nothing is under way.
    fileprivate func checkAgreement(_ step: Int) async {
        // An end that is being handled at the moment is awaited: order first, session then.
        for _ in 0..<200 where session?.item.id != order.current?.id {
            try? await Task.sleep(for: .milliseconds(5))
        }
        let snapshot = engine.snapshot
        #expect(session?.item.id == order.current?.id, "step \(step)")
        #expect(Set(order.items.map(\.id)).count == order.items.count, "step \(step)")
        if let index = order.index { #expect(order.items.indices.contains(index)) }
        if snapshot.state == .playing { #expect(snapshot.intent == .play, "step \(step)") }
        #expect(snapshot.position >= .zero, "step \(step)")
    }

    fileprivate var isOver: Bool { session == nil || engine.snapshot.state == .ended }
}
