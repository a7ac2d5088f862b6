/// What is said at the moment: a piece of the transcript, or a paragraph of the article.
public struct PlaybackCue: Sendable, Hashable {
    /// Which one of all, from 0.
    public var index: Int
    /// Where it begins, in media time.
    public var start: Duration
    /// Where it ends.
    public var end: Duration?
    /// Who speaks, where that is known.
    public var speaker: String?
    /// What is said.
    public var text: String
    /// Whether its times are a guess from the length of the text.
    public var isEstimated: Bool

    /// Makes a cue.
    public init(
        index: Int, start: Duration, end: Duration? = nil, speaker: String? = nil, text: String,
        isEstimated: Bool = false
    ) {
        self.index = index
        self.start = start
        self.end = end
        self.speaker = speaker
        self.text = text
        self.isEstimated = isEstimated
    }
}
