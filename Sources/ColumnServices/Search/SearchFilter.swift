/// The filters that a search's text may have, as `is:liked`.
public enum SearchFilter: String, Sendable, CaseIterable {
    /// Only of columns with these words in their title, or with this number.
    case column
    /// Only published on this day or later.
    case after
    /// Only published before this day.
    case before
    /// Only with a transcript, audio, chapters or notes.
    case has
    /// Only liked, played and so on.
    case `is`
}
