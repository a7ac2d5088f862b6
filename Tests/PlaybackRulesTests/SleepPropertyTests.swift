import ColumnModel
import PlaybackRules
import TestSupport
import Testing

/// Whatever happens, it is never left quiet, and never plays on past its end.
struct SleepPropertyTests {
    @Test(arguments: UInt64(1)...20)
    func randomEvents(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var run = SleepRun(fade: .seconds(Int.random(in: 0...60, using: &random)))
        run.episodeLength = .seconds(Int.random(in: 20...400, using: &random))
        if Bool.random(using: &random) {
            run.chapterLength = .seconds(Int.random(in: 5...90, using: &random))
        }
        for step in 0..<1_000 {
            act(on: &run, using: &random)
            let isQuiet = run.gain != 1
            guard run.gain == run.timer.gain, isQuiet == run.timer.isFading || run.timer.isFading,
                !isQuiet || (run.isPlaying && run.timer.isArmed), (0...1).contains(run.gain)
            else {
                Issue.record("seed \(seed), step \(step): gain \(run.gain), \(run.timer)")
                return
            }
            if let last = run.stops.last, last.uptime == run.uptime, !run.isPlaying {
                #expect(!run.timer.isArmed)
            }
        }
        #expect(!run.stops.isEmpty)
    }

    private func act(on run: inout SleepRun, using random: inout SeededRandom) {
        switch Int.random(in: 0..<14, using: &random) {
        case 0: run.send(.arm(.after(.seconds(Int.random(in: 0...90, using: &random)))))
        case 1:
            let moment = run.now.calendar + .seconds(Int.random(in: -10...90, using: &random))
            run.send(.arm(.at(moment)))
        case 2: run.send(.arm(.episodes(Int.random(in: 0...3, using: &random))))
        case 3: run.send(.arm(.chapters(Int.random(in: 0...3, using: &random))))
        case 4: if Int.random(in: 0..<4, using: &random) == 0 { run.send(.cancel) }
        case 5: run.send(.extend(by: .seconds(Int.random(in: -60...60, using: &random))))
        case 6: run.pause()
        case 7: run.seek(to: .seconds(Int.random(in: 0...19, using: &random)))
        case 8: run.skip()
        case 9: run.setCalendar(by: .seconds(Int.random(in: -90...90, using: &random)))
        case 10: run.stall()
        case 11: run.send(.userAction)
        default: run.play()
        }
        run.pass(.milliseconds(Int.random(in: 0...30_000, using: &random)))
    }
}
