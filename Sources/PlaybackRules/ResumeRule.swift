public import ColumnModel

/// How far playing goes back after a pause, so that the listener finds the thread again.
public struct ResumeRule: Sendable, Hashable {
    /// Whether it goes back at all (`play.rewind-on-resume`).
    public let isOn: Bool

    /// Pauses of at least a length, and the media time to go back; the longest first.
    private static let steps: [(pause: Duration, rewind: Duration)] = [
        (.seconds(86_400), .seconds(20)),
        (.seconds(3_600), .seconds(10)),
        (.seconds(60), .seconds(3)),
    ]

    /// Makes a rule.
    public init(isOn: Bool = true) {
        self.isOn = isOn
    }

    /// The media time to go on from after a pause of a length.
    public func start(from position: Duration, after pause: Duration) -> Duration {
        guard isOn, let step = Self.steps.first(where: { pause >= $0.pause }) else {
            return max(position, .zero)
        }
        return max(position - step.rewind, .zero)
    }

    /// The same across processes, by the calendar; a clock that was set back counts as no pause.
    public func start(
        from position: Duration, pausedAt pausedTime: Timestamp?, now: Timestamp
    ) -> Duration {
        start(from: position, after: pausedTime.map { now - $0 } ?? .zero)
    }
}
