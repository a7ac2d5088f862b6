import AudioKit
import ThreadKit

/// The player itself; lives on its own thread and owns everything but the ring.
final class PlayerCore {
    let configuration: PlayerConfiguration
    let mailbox: PlayerMailbox
    private let clock = SteadyClock()

    var state = PlayerState.idle
    var intent = PlayerIntent.pause
    var interruption: PlayerInterruption?
    var session: PlayerSession?
    /// What follows, where that is known.
    var next: PlayerSession?
    /// The ring's frame at which the next item begins, once it is being decoded.
    var joint: Int?
    /// Until when the next item may sound before it is taken up.
    var joinDeadline: Duration?
    var generation = 0

    var output: (any AudioOutput)?
    /// The ring that the open output pulls from.
    var sharedRenderer: Renderer?
    /// The one before, until the next is made.
    var closedRenderer: Renderer?
    /// Counts openings, so that events of a closed output are known.
    var outputGeneration = 0
    /// Whether the output was let run and not stopped since.
    var isRunning = false
    /// Until when a start may be late before the state says stalled.
    var startDeadline: Duration?
    /// When a lost output is tried again, and how long the wait after that is.
    var reopenTime: Duration?
    var reopenDelay = Duration.seconds(1)
    /// When the last frame was given to the output.
    var drainTime: Duration?

    var sound: SoundSettings
    var speed: Double { sound.speed }
    var volume: Double
    /// Whether a gain is on its way to a goal that is to be told.
    var isRamping = false
    var stallCount = 0
    /// When it stalled last: long ago, and the thresholds begin anew.
    var lastStall = Duration.zero
    /// Where the file became another version last.
    var lastChange: Duration?
    private var nextPositionTime = Duration.zero
    private var nextRateTime = Duration.zero

    init(configuration: PlayerConfiguration, mailbox: PlayerMailbox) {
        self.configuration = configuration
        self.mailbox = mailbox
        sound = configuration.sound
        volume = configuration.volume
    }

    var now: Duration { clock.now }

    /// Works until the mailbox is closed.
    func run() {
        publish()
        while let messages = mailbox.take() {
            for message in messages { handle(message) }
            update()
            if let timeout = nextTimeout {
                mailbox.signal.wait(upTo: timeout)
            } else {
                mailbox.signal.wait()
            }
        }
        unload()
        closeOutput()
        publish()
        mailbox.finishEvents()
    }

    private func handle(_ message: PlayerMailbox.Message) {
        switch message {
        case .request(let request, let continuation):
            let refusal = answer(request)
            publish()
            continuation.resume(returning: refusal)
        case .worker(let event, let generation):
            if generation == session?.generation {
                handle(event)
            } else if let next, generation == next.generation {
                handleNext(event, next)
            }
        case .output(let event, let generation):
            if generation == outputGeneration { handle(event) }
        }
    }

    // MARK: - State

    /// Follows the table; says whether the cause is allowed here.
    @discardableResult
    func apply(_ transition: PlayerTransition) -> Bool {
        guard let next = state.after(transition) else { return false }
        if next != state {
            state = next
            announceState()
        }
        return true
    }

    func setIntent(_ wanted: PlayerIntent) {
        guard intent != wanted else { return }
        intent = wanted
        announceState()
    }

    private func announceState() {
        publish()
        mailbox.emit(.stateChanged(state, intent))
    }

    func fail(_ error: AudioError) {
        stopOutput()
        endRamp()
        apply(.fail(error))
    }

    // MARK: - Time

    /// What must be looked at after every message and at every wake-up.
    private func update() {
        watchStream()
        checkOpening()
        checkJoint()
        checkEnd()
        checkJoin()
        checkStarvation()
        checkRamp()
        tryReopen()
        tryStart()
        if isRunning, state == .playing, now >= nextPositionTime {
            nextPositionTime = now + configuration.positionInterval
            mailbox.emit(.position(mailbox.snapshot.position))
        }
    }

    /// A stream's speed is measured as long as someone waits for its bytes.
    private func watchStream() {
        guard watchesStream, now >= nextRateTime, let session else { return }
        nextRateTime = now + .milliseconds(500)
        session.tellUse(speed: speed)
        if session.item.source.isSated {
            // What nobody asks for does not come: that tells nothing of the network.
            session.keepUp.pause()
        } else {
            let held = session.item.source.availableRanges.reduce(0) {
                $0 + ($1.upperBound - $1.lowerBound)
            }
            session.keepUp.note(heldBytes: held, at: now)
        }
        publish()
    }

    private var watchesStream: Bool {
        guard let session, !session.item.source.isComplete, intent == .play else { return false }
        switch state {
        case .loading, .ready, .playing, .paused, .stalled: return true
        case .idle, .ended, .failed: return false
        }
    }

    private var nextTimeout: Duration? {
        var times: [Duration] = []
        if watchesStream { times.append(nextRateTime) }
        if isRunning, state == .playing { times.append(nextPositionTime) }
        if let startDeadline { times.append(startDeadline) }
        if let reopenTime { times.append(reopenTime) }
        if let joinTime { times.append(joinTime) }
        if let rampTime { times.append(rampTime) }
        // The last frames are on their way through the device.
        if drainTime != nil { times.append(now + .milliseconds(20)) }
        return times.min().map { max(.milliseconds(1), $0 - now) }
    }
}
