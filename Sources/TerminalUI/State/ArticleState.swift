import ColumnModel

/// The text beside or below the list.
struct ArticleState: Equatable, Sendable {
    /// Of what it is.
    enum Subject: Hashable, Sendable {
        case episode(EpisodeID)
        case column(ColumnID)
    }

    /// Of what it is.
    var subject: Subject
    /// For which width its lines are set.
    var width: Int
    /// Its lines; those of the one before until they came, so that nothing flickers.
    var lines: [StyledText] = []
    /// Whether they came.
    var isLoaded = false
    /// The first line that is seen.
    var top = 0
}
