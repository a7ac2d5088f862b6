import ColumnModel

/// Stops playing when the listener sleeps.
///
/// Counts only while sound is heard. In the last stretch (`fade`) of a timer by time, by the
/// calendar or by chapters the gain goes down; an episode's own end is not faded. After every exit
/// the gain is 1 again. Playing again soon after it fired sets it anew.
public struct SleepTimer: Sendable, Hashable {
    /// How long the gain goes down before it fires, in real time; zero: not at all (`sleep.fade`).
    public let fade: Duration
    /// How long after it fired playing sets it anew.
    public let restartWindow: Duration
    /// What it was set to; nil: it is off.
    public private(set) var kind: SleepKind?
    /// How many episodes or chapters are left, the present one counted; nil for other kinds.
    public private(set) var countLeft: Int?
    /// The gain that was asked for last.
    public private(set) var gain = 1.0
    /// Whether the gain is going down.
    public private(set) var isFading = false

    /// Real time of playing that is left, as of `counted`; nil where that is not known.
    private var timeLeft: Duration?
    private var counted = Duration.zero
    private var isPlaying = false
    /// The media time at which the fade began; nil when it is in another stretch than what is heard.
    private var fadeStart: Duration?
    private var fired: Fired?

    private struct Fired: Sendable, Hashable {
        let kind: SleepKind
        let uptime: Duration
    }

    /// Makes a timer that is off.
    public init(fade: Duration = .seconds(10), restartWindow: Duration = .seconds(300)) {
        self.fade = max(fade, .zero)
        self.restartWindow = restartWindow
    }

    // MARK: - What it shows

    /// Whether it is set.
    public var isArmed: Bool { kind != nil }

    /// Whether the next episode must not even be opened early.
    public var keepsFromNextEpisode: Bool {
        if case .episodes = kind { countLeft == 1 } else { false }
    }

    /// Real time that is left; nil when it is off, or ends with an episode, or nobody knows.
    public func remaining(at now: SleepMoment) -> Duration? {
        guard let timeLeft else { return nil }
        var isCounting = isPlaying
        if case .at = kind { isCounting = true }
        return max(.zero, isCounting ? timeLeft - elapsed(to: now) : timeLeft)
    }

    // MARK: - What happens to it

    /// Takes an event and says what follows.
    public mutating func handle(_ event: SleepEvent, at now: SleepMoment) -> [SleepEffect] {
        count(to: now)
        return switch event {
        case .arm(let kind): arm(kind, at: now)
        case .cancel: disarm()
        case .extend(let time): extend(by: time, at: now)
        case .userAction: userActed(at: now)
        case .started: start(at: now)
        case .stopped: stop()
        case .tick(let position, let toChapterEnd):
            tick(at: position, toChapterEnd: toChapterEnd, now: now)
        case .chapterEnded(let position): chapterEnded(at: position, now: now)
        case .episodeEnded: episodeEnded(now: now)
        case .episodeChanged, .seeked: leaveStretch()
        }
    }
}

// MARK: - Setting and ending

extension SleepTimer {
    private mutating func arm(_ newKind: SleepKind, at now: SleepMoment) -> [SleepEffect] {
        kind = newKind
        countLeft = nil
        timeLeft = nil
        fired = nil
        switch newKind {
        case .after(let time): timeLeft = max(time, .zero)
        case .at(let moment): timeLeft = max(moment - now.calendar, .zero)
        case .episodes(let count), .chapters(let count): countLeft = max(count, 1)
        }
        return endFade()
    }

    private mutating func disarm() -> [SleepEffect] {
        kind = nil
        countLeft = nil
        timeLeft = nil
        fired = nil
        return endFade()
    }

    private mutating func userActed(at now: SleepMoment) -> [SleepEffect] {
        if isFading, let kind { return rearm(kind, at: now) }
        // A stall or an interruption is no reason to play on after the moment; the user is one.
        if case .at = kind, !isPlaying, let timeLeft, timeLeft <= .zero { return disarm() }
        return []
    }

    private mutating func rearm(_ kind: SleepKind, at now: SleepMoment) -> [SleepEffect] {
        switch kind {
        // The moment has come: what is meant is "not yet".
        case .at: return arm(.after(restartWindow), at: now)
        case .chapters(let count):
            let effects = arm(kind, at: now)
            // The rest of the chapter that was faded is heard in any case.
            countLeft = max(count, 1) + 1
            return effects
        case .after, .episodes: return arm(kind, at: now)
        }
    }

    private mutating func extend(by time: Duration, at now: SleepMoment) -> [SleepEffect] {
        switch kind {
        case .after: timeLeft = max((timeLeft ?? .zero) + time, .zero)
        case .at(let moment):
            kind = .at(moment + time)
            timeLeft = max(moment + time - now.calendar, .zero)
        case .episodes, .chapters: countLeft = (countLeft ?? 1) + 1
        case nil: return arm(.after(time), at: now)
        }
        return endFade()
    }

    private mutating func endFade() -> [SleepEffect] {
        isFading = false
        fadeStart = nil
        guard gain != 1 else { return [] }
        gain = 1
        return [.setGain(1)]
    }

    /// Fires: the pause comes before the gain, or the last moment would be heard loud.
    private mutating func fire(_ effect: SleepEffect, at now: SleepMoment) -> [SleepEffect] {
        guard let kind else { return [] }
        let effects = [effect] + disarm()
        fired = Fired(kind: kind, uptime: now.uptime)
        isPlaying = false
        return effects
    }
}

// MARK: - Counting

extension SleepTimer {
    private func elapsed(to now: SleepMoment) -> Duration { max(.zero, now.uptime - counted) }

    private mutating func count(to now: SleepMoment) {
        switch kind {
        case .after: if isPlaying, let left = timeLeft { timeLeft = left - elapsed(to: now) }
        case .at(let moment): countToCalendar(moment, now: now)
        case .episodes, .chapters, nil: break
        }
        counted = max(counted, now.uptime)
    }

    /// The calendar knows whole seconds only: between them the monotonic clock counts, so that the
    /// fade is smooth; where they differ, somebody set the calendar or the machine slept.
    private mutating func countToCalendar(_ moment: Timestamp, now: SleepMoment) {
        let byCalendar = moment - now.calendar
        let byUptime = (timeLeft ?? byCalendar) - elapsed(to: now)
        let difference = byUptime - byCalendar
        timeLeft = difference > .seconds(1) || difference < .seconds(-1) ? byCalendar : byUptime
    }

    private mutating func start(at now: SleepMoment) -> [SleepEffect] {
        isPlaying = true
        guard let fired, kind == nil else { return [] }
        self.fired = nil
        guard now.uptime - fired.uptime <= restartWindow else { return [] }
        if case .at = fired.kind { return [] }
        return rearm(fired.kind, at: now)
    }

    private mutating func stop() -> [SleepEffect] {
        isPlaying = false
        // A pause in the fade is a sign of life, or an interruption: neither may stay quiet.
        return endFade()
    }

    private mutating func leaveStretch() -> [SleepEffect] {
        guard case .chapters = kind else {
            fadeStart = nil
            return []
        }
        timeLeft = nil
        return endFade()
    }
}

// MARK: - Firing

extension SleepTimer {
    private mutating func tick(
        at position: Duration, toChapterEnd: Duration?, now: SleepMoment
    ) -> [SleepEffect] {
        guard isPlaying else { return [] }
        switch kind {
        case .after, .at:
            if let timeLeft, timeLeft <= .zero {
                return fire(.pause(resumeAt: fadeStart), at: now)
            }
        case .chapters: timeLeft = countLeft == 1 ? toChapterEnd : nil
        case .episodes, nil: return []
        }
        guard let timeLeft, timeLeft < fade else { return endFade() }
        if !isFading { fadeStart = position }
        isFading = true
        let newGain = Self.gain(left: timeLeft, of: fade)
        guard newGain != gain else { return [] }
        gain = newGain
        return [.setGain(newGain)]
    }

    private mutating func chapterEnded(
        at position: Duration, now: SleepMoment
    ) -> [SleepEffect] {
        guard case .chapters = kind, isPlaying, let left = countLeft else { return [] }
        guard left <= 1 else {
            countLeft = left - 1
            return endFade()
        }
        return fire(.pause(resumeAt: fadeStart ?? position), at: now)
    }

    private mutating func episodeEnded(now: SleepMoment) -> [SleepEffect] {
        switch kind {
        // An episode without chapters is one chapter; with them, its last one ends with it.
        case .episodes, .chapters:
            guard let left = countLeft, left > 1 else { return fire(.stay, at: now) }
            countLeft = left - 1
            return endFade()
        case .after, .at, nil:
            return []
        }
    }

    /// The gain with so much of the fade left: falls evenly for the ear (by the square).
    public static func gain(left: Duration, of fade: Duration) -> Double {
        guard fade > .zero, left < fade else { return 1 }
        let share = max(left, .zero) / fade
        return share * share
    }
}
