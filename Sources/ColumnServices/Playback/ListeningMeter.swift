import ColumnStore

/// Measures what is heard: media time, real time, and what speed and shortened silence saved.
struct ListeningMeter {
    private var place: Duration?
    private var moment = Duration.zero
    private var span = ListenedSpan()

    /// Playing went on to a place.
    ///
    /// - Parameter moment: by the clock that nobody sets.
    mutating func heard(to new: Duration, speed: Double, isTrimming: Bool, at now: Duration) {
        defer { (place, moment) = (new, now) }
        guard let place, new > place, speed > 0 else { return }
        let (heard, passed) = (new - place, now - moment)
        // More than can be played in the time was a step, not listening.
        guard heard <= passed * (isTrimming ? speed * 20 : speed * 2) + .seconds(1) else { return }
        let untrimmed = heard / speed
        let spent = isTrimming ? min(passed, untrimmed) : untrimmed
        span.heard += heard
        span.spent += spent
        span.savedBySpeed += heard - untrimmed
        span.savedByTrim += untrimmed - spent
    }

    /// The place changed otherwise than by playing.
    mutating func moved() {
        place = nil
    }

    /// What was heard since the last call; nil where that is nothing to speak of.
    mutating func take() -> ListenedSpan? {
        guard span.heard >= .milliseconds(1) else { return nil }
        defer { span = ListenedSpan() }
        return span
    }
}
