import ColumnModel
import PlaybackRules
import Testing

/// Each kind of the sleep timer, through pause, seek, skip, stall and the end of episodes.
struct SleepTimerTests {
    @Test(arguments: [1.0, 2.0])
    func minutesAreRealTimeOfPlaying(speed: Double) {
        var run = SleepRun()
        run.speed = speed
        run.send(.arm(.after(.seconds(60))))
        run.pass(.seconds(500))
        run.play()
        run.pass(.seconds(40))
        run.pause()
        run.pass(.seconds(3_600))
        #expect(run.timer.remaining(at: run.now) == .seconds(20))
        run.play()
        let start = run.uptime
        run.pass(.seconds(100))
        // It goes back to where the fade began: 10 s of real time before, so the speed counts; the
        // fade begins with the first tick in it.
        let fadeStart = Duration.milliseconds(50_250) * speed
        #expect(
            run.stops
                == [.init(uptime: start + .seconds(20), effect: .pause(resumeAt: fadeStart))])
        #expect(run.gain == 1)
        #expect(!run.timer.isArmed)
    }

    @Test func aFadeFallsEvenlyAndIsSilentAtTheEnd() {
        var run = SleepRun()
        run.send(.arm(.after(.seconds(30))))
        run.play()
        run.pass(.seconds(20))
        #expect(run.log.isEmpty)
        run.pass(.milliseconds(9_750))
        let gains = run.log.compactMap { entry in
            if case .setGain(let gain) = entry.effect { gain } else { nil }
        }
        #expect(gains.count == 39)
        #expect(zip(gains, gains.dropFirst()).allSatisfy { $0 > $1 })
        #expect(gains.last.map { $0 < 0.001 } == true)
        run.pass(.milliseconds(250))
        #expect(run.log.suffix(2).map(\.effect).first == .pause(resumeAt: .milliseconds(20_250)))
        #expect(run.log.last?.effect == .setGain(1))
    }

    @Test func withoutFadeNothingIsMadeQuiet() {
        var run = SleepRun(fade: .zero)
        run.send(.arm(.after(.seconds(5))))
        run.play()
        run.pass(.seconds(10))
        #expect(run.log.map(\.effect) == [.pause(resumeAt: nil)])
    }

    // MARK: - Exits from the fade

    struct Exit: CustomTestStringConvertible, Sendable {
        let name: String
        let act: @Sendable (inout SleepRun) -> Void
        let remaining: Duration?
        var testDescription: String { name }
    }

    @Test(arguments: [
        Exit(name: "cancel", act: { $0.send(.cancel) }, remaining: nil),
        Exit(
            name: "extend", act: { $0.send(.extend(by: .seconds(300))) },
            remaining: .seconds(305)),
        Exit(name: "any key", act: { $0.send(.userAction) }, remaining: .seconds(60)),
        Exit(name: "a seek", act: { $0.seek(to: .seconds(5)) }, remaining: .seconds(60)),
        Exit(name: "a skip", act: { $0.skip() }, remaining: .seconds(60)),
        Exit(name: "a pause", act: { $0.pause() }, remaining: .seconds(60)),
        Exit(name: "a stall", act: { $0.stall() }, remaining: .seconds(5)),
        Exit(
            name: "another timer", act: { $0.send(.arm(.after(.seconds(90)))) },
            remaining: .seconds(90)),
        Exit(name: "the deadline", act: { $0.pass(.seconds(5)) }, remaining: nil),
    ])
    func everyExitRestoresTheGain(_ exit: Exit) {
        var run = SleepRun()
        run.send(.arm(.after(.seconds(60))))
        run.play()
        run.pass(.seconds(55))
        #expect(run.gain < 0.3)
        exit.act(&run)
        #expect(run.gain == 1)
        #expect(run.timer.gain == 1)
        #expect(!run.timer.isFading)
        #expect(run.timer.remaining(at: run.now) == exit.remaining)
    }

    @Test func anEpisodeThatChangesInTheFadeIsNotLeftForAPlaceInTheOldOne() {
        var run = SleepRun()
        run.episodeLength = .seconds(55)
        run.send(.arm(.after(.seconds(60))))
        run.play()
        run.pass(.seconds(100))
        #expect(run.stops.map(\.effect) == [.pause(resumeAt: nil)])
        #expect(run.episode == 1)
    }

    // MARK: - Calendar

    @Test func aMomentOfTheCalendarCountsThroughPauses() {
        var run = SleepRun()
        run.send(.arm(.at(run.now.calendar + .seconds(100))))
        run.play()
        run.pass(.seconds(30))
        run.pause()
        run.pass(.seconds(30))
        #expect(run.timer.remaining(at: run.now) == .seconds(40))
        run.play()
        let start = run.uptime
        run.pass(.seconds(100))
        #expect(run.stops.map(\.uptime) == [start + .seconds(40)])
    }

    @Test func aMomentThatPassedInAPauseDoesNotStopTheMorning() {
        var run = SleepRun()
        run.send(.arm(.at(run.now.calendar + .seconds(100))))
        run.pass(.seconds(30_000))
        run.play()
        run.pass(.seconds(100))
        #expect(run.log.isEmpty)
        #expect(!run.timer.isArmed)
    }

    @Test func aMomentThatPassedInAStallStopsAfterIt() {
        var run = SleepRun()
        run.send(.arm(.at(run.now.calendar + .seconds(100))))
        run.play()
        run.pass(.seconds(80))
        run.stall()
        run.pass(.seconds(60))
        run.recover()
        run.pass(.seconds(1))
        #expect(run.stops.count == 1)
    }

    @Test(arguments: [-1_800, 1_800])
    func aMomentFollowsTheCalendarWhenItIsSet(change: Int) {
        var run = SleepRun()
        run.send(.arm(.at(run.now.calendar + .seconds(3_600))))
        run.play()
        run.setCalendar(by: .seconds(change))
        run.pass(.seconds(1))
        // The calendar knows whole seconds only.
        let remaining = run.timer.remaining(at: run.now) ?? .zero
        #expect(remaining >= .seconds(3_598 - change) && remaining <= .seconds(3_600 - change))
    }

    @Test func minutesDoNotFollowTheCalendar() {
        var run = SleepRun()
        run.send(.arm(.after(.seconds(3_600))))
        run.play()
        run.setCalendar(by: .seconds(-9_000))
        run.pass(.seconds(1))
        #expect(run.timer.remaining(at: run.now) == .seconds(3_599))
    }
}
