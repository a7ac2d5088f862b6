/// What is left out at the beginning and the end of a column's episodes.
public struct EdgeRule: Sendable, Hashable {
    /// How much of the beginning (`play.skip-intro`).
    public let intro: Duration
    /// How much of the end (`play.skip-outro`).
    public let outro: Duration

    /// Makes a rule; zero leaves nothing out.
    public init(intro: Duration = .zero, outro: Duration = .zero) {
        self.intro = intro
        self.outro = outro
    }

    /// Where an episode begins that was not begun before; one that would be left out as a whole is
    /// heard as a whole.
    public func start(duration: Duration?) -> Duration {
        guard let duration else { return intro }
        return intro + outro < duration ? intro : .zero
    }

    /// Whether listening has come to what is left out at the end; never by a seek into it.
    public func isOver(from old: Duration, to new: Duration, duration: Duration?) -> Bool {
        guard outro > .zero, let duration, intro + outro < duration else { return false }
        let mark = duration - outro
        return old < mark && new >= mark
    }
}
