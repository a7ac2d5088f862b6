public import ColumnModel
import SQLiteKit

/// Who made a change.
public enum JournalActor: String, Sendable {
    /// The user, by a command.
    case user
    /// A sync of a feed.
    case sync
    /// A download.
    case download
    /// The player.
    case player
    /// A storage rule.
    case rule
    /// Another device, through the server that keeps them in step.
    case device
}

/// What a change is about.
public enum JournalObject: String, Sendable {
    /// A column.
    case column
    /// An episode.
    case episode
    /// The queue.
    case queue
}

/// One recorded decision, with its cause.
public struct JournalEntry: Sendable, Equatable {
    /// When it was made.
    public let at: Timestamp
    /// Who made it.
    public let actor: JournalActor
    /// What it did, as `added`, `re-keyed`, `played`.
    public let change: String
    /// Why, as `new guid`, `same enclosure`, `mark played`.
    public let cause: String
    /// The value before, where one was replaced.
    public let before: String?
    /// The value after, where one was set.
    public let after: String?
}

/// Writes the rows of one change, which are taken back together.
struct Journal {
    private let connection: Connection
    private let moment: Timestamp
    private let actor: JournalActor
    /// The number that the rows of this change have in common.
    let batch: Int64

    /// Begins a change inside an open transaction.
    init(_ connection: Connection, at moment: Timestamp, by actor: JournalActor)
        throws(SQLiteError)
    {
        self.connection = connection
        self.moment = moment
        self.actor = actor
        batch =
            try connection.firstRow("SELECT coalesce(max(batch), 0) + 1 FROM journal") {
                $0.value(0, default: 1)
            } ?? 1
    }

    func write(
        _ object: JournalObject, _ id: Int64, _ change: String, cause: String,
        before: String? = nil, after: String? = nil
    ) throws(SQLiteError) {
        try connection.run(
            """
            INSERT INTO journal (at, batch, actor, object, object_id, change, cause, "before", "after")
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, moment.secondsSince1970, batch, actor.rawValue, object.rawValue, id, change, cause,
            before, after)
    }
}

extension Store {
    /// The recorded decisions about an episode or a column, oldest first.
    public func journal(of object: JournalObject, _ id: Int64) throws(StoreError) -> [JournalEntry]
    {
        try read { (connection) throws(SQLiteError) in
            try connection.rows(
                """
                SELECT at, actor, change, cause, "before", "after" FROM journal
                WHERE object = ? AND object_id = ? ORDER BY id
                """, object.rawValue, id
            ) { row in
                JournalEntry(
                    at: Timestamp(secondsSince1970: row.value(0, default: 0)),
                    actor: JournalActor(rawValue: row.value(1, default: "")) ?? .user,
                    change: row.value(2, default: ""), cause: row.value(3, default: ""),
                    before: row.value(4), after: row.value(5))
            }
        }
    }
}
