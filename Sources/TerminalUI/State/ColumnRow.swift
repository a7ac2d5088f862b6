import ColumnModel
import Localization
import TerminalText

/// What a list shows of a column; its texts are safe for a terminal.
struct ColumnRow: Equatable, Sendable {
    let id: ColumnID
    let title: String
    let author: String
    let summary: String?
    let episodeCount: Int
    let unplayedCount: Int
    let succeeded: Timestamp?
    /// What is wrong with it, in a word; nil where nothing is.
    let fault: Message?

    init(_ column: Column) {
        id = column.id
        title = SafeText.line(column.title)
        author = SafeText.line(column.author ?? "")
        summary = column.summary
        episodeCount = column.episodeCount
        unplayedCount = column.unplayedCount
        succeeded = column.sync.succeeded
        if column.sync.isStopped {
            fault = "gone: stopped"
        } else if let held = column.sync.heldCount {
            fault = "held: \(held) changes"
        } else {
            fault = column.sync.failure.map { Message(verbatim: $0.code.rawValue) }
        }
    }
}
