/// When an episode counts as played: by listening past 95 % or into its last 30 s, never by a seek.
///
/// After a seek beyond that mark it counts only when its end is reached by at least 10 s of
/// listening. Says so once for each load.
public struct PlayedRule: Sendable, Hashable {
    /// What happened to the episode.
    public enum Event: Sendable, Hashable {
        /// It was loaded, or starts again, at a media time.
        case started(at: Duration)
        /// The listener heard it up to a media time.
        case heard(to: Duration)
        /// The position moved without listening.
        case seeked(to: Duration)
        /// Its length is known now; nil: it is not, or only by an estimate.
        case durationChanged(Duration?)
        /// The last frame was heard.
        case ended
    }

    /// What to do about it.
    public enum Effect: Sendable, Hashable {
        /// Mark it as played.
        case markPlayed
    }

    /// Whether it has counted as played since it was started.
    public private(set) var isPlayed = false
    private var duration: Duration?
    /// Where the present stretch of listening began.
    private var stretchStart = Duration.zero
    private var position = Duration.zero

    private static let lastStretch = Duration.seconds(10)

    /// Makes a rule for an episode of a length; nil where that is not known for sure.
    public init(duration: Duration? = nil) {
        self.duration = duration
    }

    /// The media time from which it counts as played; nil while the length is unknown.
    public var threshold: Duration? {
        guard let duration, duration > .zero else { return nil }
        // Half of a very short one must have been heard, too.
        return min(duration * 0.95, duration - min(.seconds(30), duration / 2))
    }

    /// Takes an event and says what follows.
    public mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .started(let start):
            isPlayed = false
            moveTo(start)
        case .seeked(let target):
            moveTo(target)
        case .durationChanged(let newDuration):
            duration = newDuration
        case .heard(let time):
            // Backwards without a seek: the stretch begins anew, to be safe.
            if time < position { stretchStart = time }
            position = time
            if let threshold, stretchStart < threshold, time >= threshold { return mark() }
        case .ended:
            // Without a length that is sure, the end may be that of a broken transfer.
            guard let threshold else { return [] }
            let wasListening = position - stretchStart >= Self.lastStretch
            if wasListening || stretchStart < threshold { return mark() }
        }
        return []
    }

    private mutating func moveTo(_ time: Duration) {
        stretchStart = time
        position = time
    }

    private mutating func mark() -> [Effect] {
        guard !isPlayed else { return [] }
        isPlayed = true
        return [.markPlayed]
    }
}
