import ColumnModel
import TerminalText

/// What a list shows of an episode; its texts are safe for a terminal.
struct EpisodeRow: Equatable, Sendable {
    let id: EpisodeID
    let column: ColumnID
    let title: String
    let published: Timestamp?
    let duration: Duration?
    let hasAudio: Bool
    let state: AudioState
    let bytes: Int64
    let total: Int64?
    var position: Duration
    var isPlayed: Bool
    var isLiked: Bool

    init(_ episode: Episode) {
        id = episode.id
        column = episode.column
        title = SafeText.line(episode.title)
        published = episode.published
        duration = episode.duration
        hasAudio = episode.enclosure != nil || episode.audio.file != nil
        state = episode.audio.state
        bytes = episode.audio.bytes
        total = episode.audio.total
        position = episode.position
        isPlayed = episode.isPlayed
        isLiked = episode.isLiked
    }

    /// Whether it was begun and not heard to its end.
    var isBegun: Bool { position > .seconds(5) && !isPlayed }
}
