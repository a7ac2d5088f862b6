import PlaybackRules
import Testing

/// Sleep timers that count episodes or chapters, and setting one anew after it fired.
struct SleepCountTests {
    @Test(arguments: [(1, 1.0), (1, 2.0), (3, 1.0), (3, 2.0)])
    func episodesEndNaturally(count: Int, speed: Double) {
        var run = SleepRun()
        run.speed = speed
        run.episodeLength = .seconds(100)
        run.send(.arm(.episodes(count)))
        run.play()
        run.pass(.seconds(1_000))
        #expect(run.log.map(\.effect) == [.stay])
        #expect(run.episode == count - 1)
        #expect(run.position >= .seconds(100))
        #expect(run.uptime == .seconds(6_000))
    }

    @Test func theLastEpisodeKeepsTheNextFromBeingOpened() {
        var run = SleepRun()
        run.episodeLength = .seconds(100)
        run.send(.arm(.episodes(2)))
        #expect(!run.timer.keepsFromNextEpisode)
        run.play()
        run.pass(.seconds(150))
        #expect(run.timer.keepsFromNextEpisode)
        run.pass(.seconds(100))
        #expect(!run.timer.keepsFromNextEpisode)
    }

    @Test func aSkipByHandDoesNotCount() {
        var run = SleepRun()
        run.episodeLength = .seconds(100)
        run.send(.arm(.episodes(2)))
        run.play()
        run.pass(.seconds(10))
        run.skip()
        run.skip()
        #expect(run.timer.countLeft == 2)
        run.pass(.seconds(1_000))
        #expect(run.episode == 3)
    }

    @Test(arguments: [(1, 1.0), (1, 2.0), (4, 1.0), (4, 2.0)])
    func chaptersEndNaturallyWithAFade(count: Int, speed: Double) {
        var run = SleepRun()
        run.speed = speed
        run.chapterLength = .seconds(60)
        run.send(.arm(.chapters(count)))
        run.play()
        run.pass(.seconds(1_000))
        let end = 60.0 * Double(count)
        // Real time of the last chapter is 60 s ÷ speed; the first tick within the last 10 s.
        let fadeStart = Duration.seconds(end) - (.seconds(10) - .milliseconds(250)) * speed
        #expect(run.stops.map(\.effect) == [.pause(resumeAt: fadeStart)])
        #expect(run.stops.map(\.uptime) == [.seconds(5_000) + .seconds(end) / speed])
        #expect(run.gain == 1)
    }

    @Test func aSeekOverAChapterDoesNotCount() {
        var run = SleepRun()
        run.chapterLength = .seconds(60)
        run.send(.arm(.chapters(2)))
        run.play()
        run.pass(.seconds(10))
        run.seek(to: .seconds(190))
        #expect(run.timer.countLeft == 2)
        run.pass(.seconds(1_000))
        #expect(run.stops.map(\.uptime) == [.seconds(5_000 + 10 + 50 + 60)])
    }

    @Test func aSeekOutOfTheFadeOfAChapterMakesItLoud() {
        var run = SleepRun()
        run.chapterLength = .seconds(60)
        run.send(.arm(.chapters(1)))
        run.play()
        run.pass(.seconds(55))
        #expect(run.timer.isFading)
        run.send(.seeked)
        #expect(run.gain == 1)
    }

    @Test func anEpisodeWithoutChaptersIsOne() {
        var run = SleepRun()
        run.episodeLength = .seconds(100)
        run.send(.arm(.chapters(2)))
        run.play()
        run.pass(.seconds(1_000))
        #expect(run.log.map(\.effect) == [.stay])
        #expect(run.episode == 1)
    }

    @Test(arguments: [SleepKind.episodes(1), .chapters(1)])
    func extendingACountAddsOne(kind: SleepKind) {
        var run = SleepRun()
        run.send(.arm(kind))
        run.send(.extend(by: .seconds(300)))
        #expect(run.timer.countLeft == 2)
    }

    @Test func extendingNothingSetsMinutes() {
        var run = SleepRun()
        run.send(.extend(by: .seconds(300)))
        #expect(run.timer.kind == .after(.seconds(300)))
    }

    // MARK: - After it fired

    @Test(arguments: [(299, true), (301, false)])
    func playingAgainSoonSetsItAnew(pause: Int, isArmed: Bool) {
        var run = SleepRun()
        run.send(.arm(.after(.seconds(60))))
        run.play()
        run.pass(.seconds(60))
        #expect(run.stops.count == 1)
        run.pass(.seconds(pause))
        run.play()
        #expect(run.timer.isArmed == isArmed)
        run.pass(.seconds(61))
        #expect(run.stops.count == (isArmed ? 2 : 1))
    }

    @Test func aChapterThatIsHeardAgainFromItsFadeDoesNotCountAgain() {
        var run = SleepRun()
        run.chapterLength = .seconds(60)
        run.send(.arm(.chapters(1)))
        run.play()
        run.pass(.seconds(60))
        #expect(run.stops.count == 1)
        run.play()
        run.pass(.seconds(100))
        #expect(run.stops.map(\.uptime) == [.seconds(5_060), .milliseconds(5_060_000 + 69_750)])
    }

    @Test func aKeyInTheFadeOfAChapterMeansTheNextOne() {
        var run = SleepRun()
        run.chapterLength = .seconds(60)
        run.send(.arm(.chapters(1)))
        run.play()
        run.pass(.seconds(55))
        run.send(.userAction)
        run.pass(.seconds(100))
        #expect(run.stops.map(\.uptime) == [.seconds(5_120)])
    }

    @Test func aTimerThatWasEndedByHandStaysOff() {
        var run = SleepRun()
        run.send(.arm(.after(.seconds(60))))
        run.play()
        run.pass(.seconds(60))
        run.send(.cancel)
        run.play()
        #expect(!run.timer.isArmed)
    }
}
