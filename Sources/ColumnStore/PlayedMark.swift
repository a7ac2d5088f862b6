/// Whether an episode was played and new before a change, as the journal keeps it.
struct PlayedMark {
    let played: Int64?
    let isNew: Bool

    init(played: Int64?, isNew: Bool) {
        self.played = played
        self.isNew = isNew
    }

    /// Reads the journal's text; nil where it is none of ours.
    init?(text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, parts[0].hasPrefix("played="), parts[1].hasPrefix("new=") else {
            return nil
        }
        played = Int64(parts[0].dropFirst("played=".count))
        isNew = parts[1].hasSuffix("1")
    }

    /// The journal's text.
    var text: String { "played=\(played.map(String.init) ?? "-") new=\(isNew ? 1 : 0)" }
}
