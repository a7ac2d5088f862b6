/// What is said in an episode, piece by piece.
public struct Transcript: Sendable, Hashable {
    /// A stretch of speech.
    public struct Cue: Sendable, Hashable {
        /// Where it begins, in media time; nil where the transcript has no times.
        public let start: Duration?
        /// Where it ends; nil: at the next one's start.
        public let end: Duration?
        /// Who speaks; nil where the transcript does not say.
        public let speaker: String?
        /// What is said, as plain text; lines are kept.
        public let text: String

        /// Makes a cue.
        public init(start: Duration?, end: Duration?, speaker: String?, text: String) {
            self.start = start
            self.end = end
            self.speaker = speaker
            self.text = text
        }
    }

    /// The pieces in the order of the transcript.
    public var cues: [Cue]

    /// Makes a transcript.
    public init(cues: [Cue]) {
        self.cues = cues
    }

    /// All that is said, a line a cue.
    public var text: String {
        cues.map(\.text).joined(separator: "\n")
    }
}
