/// The place in an episode and when it was reached, as the journal keeps them.
struct PositionMark {
    /// Nil where there was no place.
    let milliseconds: Int64?
    let updated: Int64?

    init(milliseconds: Int64?, updated: Int64?) {
        self.milliseconds = milliseconds
        self.updated = updated
    }

    /// Reads the journal's text; nil where it is none of ours.
    init?(text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, parts[0].hasPrefix("position="), parts[1].hasPrefix("at=") else {
            return nil
        }
        milliseconds = Int64(parts[0].dropFirst("position=".count))
        updated = Int64(parts[1].dropFirst("at=".count))
    }

    /// The journal's text.
    var text: String {
        "position=\(milliseconds.map(String.init) ?? "-") at=\(updated.map(String.init) ?? "-")"
    }
}
