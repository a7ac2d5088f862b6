import Localization

/// What may come next on a command line.
struct Completion: Equatable {
    /// One thing that may stand there.
    struct Candidate: Equatable {
        /// What is written.
        let value: String
        /// What it means; empty where the value says it.
        var meaning: Message = ""
    }

    /// What may stand there, the likeliest first.
    var candidates: [Candidate] = []
    /// Whether a file may stand there, too.
    var wantsFiles = false
    /// Whether the values are titles, with blanks and quotes in them.
    var areTitles = false

    /// The form in which the shells' scripts read it.
    func lines(in language: Language = .english) -> [String] {
        (wantsFiles ? [":files"] : []) + (areTitles ? [":titles"] : [])
            + candidates.map { candidate in
                let meaning = candidate.meaning.text(in: language)
                return meaning.isEmpty ? candidate.value : "\(candidate.value)\t\(meaning)"
            }
    }
}
