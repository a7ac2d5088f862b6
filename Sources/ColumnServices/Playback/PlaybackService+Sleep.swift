public import ColumnModel
import ColumnStore
import EpisodePlayer
public import PlaybackRules

/// The sleep timer: what it does to the sound, and what of it is kept.
extension PlaybackService {
    /// The key under which the store remembers a timer that runs.
    private static let timerKey = "sleep.timer"
    /// The key under which it remembers where the listener was last awake.
    static let signKey = "sleep.sign"
    /// A player that begins again sooner goes on with the timer of the one before.
    private static let timerLife = Duration.seconds(600)

    /// Sets the sleep timer, or ends it with nil.
    public func setSleep(_ kind: SleepKind?) async {
        noteNight(.userSet)
        await apply(sleep.handle(kind.map { .arm($0) } ?? .cancel, at: .current()))
        await keepSleep()
        await noteSign()
        tell { .changed($0) }
    }

    /// Gives the sleep timer more time.
    public func extendSleep(by time: Duration) async {
        noteNight(.userSet)
        await apply(sleep.handle(.extend(by: time), at: .current()))
        await keepSleep()
        await noteSign()
        tell { .changed($0) }
    }

    /// Any key or command: a sign of life, before what it does.
    func userActed() async {
        await apply(sleep.handle(.userAction, at: .current()))
        _ = interruptions.handle(
            .userActed, isPlaying: wantsToPlay, at: SleepMoment.current().uptime)
        await noteSign()
    }

    /// Does what the sleep timer wants.
    func apply(_ effects: [SleepEffect]) async {
        for effect in effects {
            switch effect {
            case .setGain(let gain): await fade(to: gain)
            case .pause(let place):
                beginEnding()
                _ = try? await engine.pause()
                if let place { _ = try? await engine.seek(to: place) }
                await keepPlace(at: place)
                await forgetSleep()
                finish(.slept)
            case .stay: await forgetSleep()
            }
        }
    }

    /// Moves the gain sample by sample, so that it is at the next tick where the timer wants it.
    private func fade(to gain: Double) async {
        guard gain < 1, let left = sleep.remaining(at: .current()) else {
            _ = try? await engine.ramp(to: 1, over: .milliseconds(100))
            return
        }
        let step = min(engineInterval, left)
        _ = try? await engine.ramp(
            to: SleepTimer.gain(left: left - step, of: sleep.fade), over: step)
    }

    // MARK: - At night

    /// Playing starts: at night the timer sets itself, in the morning the one of the night ends.
    func nightStarted() async {
        switch noteNight(.started) {
        case .arm(let kind)?: await apply(sleep.handle(.arm(kind), at: .current()))
        case .cancel?: await apply(sleep.handle(.cancel, at: .current()))
        case nil: return
        }
        await keepSleep()
        await noteSign()
        tell { .changed($0) }
    }

    @discardableResult
    private func noteNight(_ event: NightRule.Event) -> NightRule.Effect? {
        let now = SleepMoment.current().calendar
        return night?.handle(
            event, minute: LocalClock.system.minute(at: now), isArmed: sleep.isArmed)
    }

    // MARK: - What is kept

    /// Keeps what is left of a timer that runs, for a player that takes over after a crash.
    func keepSleep() async {
        let now = SleepMoment.current()
        var text: String?
        switch sleep.kind {
        case .after?: text = sleep.remaining(at: now).map { "after:\(Self.milliseconds($0))" }
        case .at(let moment)?: text = "at:\(moment.secondsSince1970)"
        case .episodes?: text = sleep.countLeft.map { "episodes:\($0)" }
        case .chapters?: text = sleep.countLeft.map { "chapters:\($0)" }
        case nil: text = nil
        }
        guard text != nil || hasKeptSleep else { return }
        hasKeptSleep = text != nil
        let value = text.map { "\($0):\(now.calendar.secondsSince1970)" }
        _ = try? await library.ask { (store) throws(StoreError) in
            try await store.setState(Self.timerKey, to: value)
        }
    }

    private static func milliseconds(_ span: Duration) -> Int64 {
        Int64((span / .milliseconds(1)).rounded())
    }

    private func forgetSleep() async {
        hasKeptSleep = false
        _ = try? await library.ask { (store) throws(StoreError) in
            try await store.setState(Self.timerKey, to: nil)
        }
    }

    /// Ends what was kept because the listener ended it all.
    func endKeptSleep() async {
        if hasKeptSleep { await forgetSleep() }
    }

    /// The timer of a player that was killed a moment ago.
    func keptSleep() async -> SleepKind? {
        let text = try? await library.ask { (store) throws(StoreError) in
            try await store.state(Self.timerKey)
        }
        let parts = (text ?? nil)?.split(separator: ":") ?? []
        guard parts.count == 3, let value = Int64(parts[1]), value > 0,
            let saved = Int64(parts[2])
        else { return nil }
        hasKeptSleep = true
        let now = SleepMoment.current().calendar
        let age = now - Timestamp(secondsSince1970: saved)
        guard age >= .zero, age <= Self.timerLife else { return nil }
        switch parts[0] {
        case "after": return .after(.milliseconds(value))
        case "at":
            let moment = Timestamp(secondsSince1970: value)
            return moment > now ? .at(moment) : nil
        case "episodes": return .episodes(Int(clamping: value))
        case "chapters": return .chapters(Int(clamping: value))
        default: return nil
        }
    }

    /// Keeps the place of a sign of life while a timer runs, for `play --from-sleep`.
    func noteSign() async {
        guard sleep.isArmed, let session, let id = session.item.episode?.id, session.hasBegun,
            !session.isLoading
        else { return }
        let text = "\(id.rawValue):\(Self.milliseconds(engine.position))"
        _ = try? await library.ask { (store) throws(StoreError) in
            try await store.setState(Self.signKey, to: text)
        }
    }
}

extension LibraryService {
    /// Where the listener was last awake under a sleep timer; nil where none was set, or its episode
    /// is gone.
    public func lastSignOfLife() async throws(LibraryError) -> (episode: Episode, place: Duration)?
    {
        let text = try await ask { (store) throws(StoreError) in
            try await store.state(PlaybackService.signKey)
        }
        let parts = (text ?? "").split(separator: ":").compactMap { Int64($0) }
        guard parts.count == 2, let episode = try await episode(EpisodeID(rawValue: parts[0]))
        else { return nil }
        return (episode, .milliseconds(parts[1]))
    }
}
