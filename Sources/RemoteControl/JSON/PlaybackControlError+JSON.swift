extension PlaybackControlError {
    /// A word for programs that keeps its meaning.
    public var code: String {
        switch self {
        case .nothingPlaying: "nothing-playing"
        case .noTrack: "no-track"
        case .noChapter: "no-chapter"
        case .noLeap: "no-leap"
        case .notFound: "not-found"
        case .invalidValue: "invalid-value"
        case .failed: "failed"
        }
    }

    /// Facts that the word does not hold.
    var detail: String? {
        if case .failed(let detail) = self { detail } else { nil }
    }

    init?(code: String, detail: String?) {
        switch code {
        case "nothing-playing": self = .nothingPlaying
        case "no-track": self = .noTrack
        case "no-chapter": self = .noChapter
        case "no-leap": self = .noLeap
        case "not-found": self = .notFound
        case "invalid-value": self = .invalidValue
        case "failed": self = .failed(detail: detail ?? "")
        default: return nil
        }
    }
}
