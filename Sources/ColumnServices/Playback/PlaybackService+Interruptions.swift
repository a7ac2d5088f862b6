import ColumnModel
import EpisodePlayer
import PlaybackRules

/// Others that want to be heard, and the machine that goes to sleep.
extension PlaybackService {
    /// Is silent until the cause is over; what the listener wants is not changed by it.
    public func interrupt(_ cause: String) async {
        await follow(.began(cause: cause))
    }

    /// Says that a cause is over, and whether playing may go on.
    public func endInterruption(_ cause: String, mayResume: Bool) async {
        await follow(.ended(cause: cause, mayResume: mayResume))
    }

    var wantsToPlay: Bool { engine.snapshot.intent == .play && engine.snapshot.state != .ended }

    private func follow(_ event: InterruptionRule.Event) async {
        let effect = interruptions.handle(
            event, isPlaying: wantsToPlay, at: SleepMoment.current().uptime)
        switch effect {
        case .pause:
            _ = try? await engine.pause()
            await keepPlace()
            tell { .changed($0) }
        case .resume:
            // A call is still going on, or the output is away: the engine knows its time better.
            guard engine.snapshot.interruption == nil else { return }
            await nightStarted()
            _ = try? await engine.play()
        case nil: break
        }
    }
}
