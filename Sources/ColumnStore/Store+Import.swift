public import ColumnModel
import SQLiteKit

extension Store {
    /// Takes over another program's subscriptions and what was done with their episodes, as one
    /// change that can be taken back.
    ///
    /// What belongs to an episode that is not in the library yet waits until a sync brings it.
    /// Nothing that was done here is undone: a later place, a mark, a setting stays.
    ///
    /// - Parameters:
    ///   - states: of episodes whose column the other program does not tell.
    ///   - cause: what `why` shows, as `import gpodder`.
    public func importLibrary(
        _ columns: [ImportedColumn], states: [ImportedState] = [], cause: String
    ) throws(StoreError) -> ImportOutcome {
        let moment = now()
        let outcome = try write(durably: true) { (connection) throws(SQLiteError) in
            let journal = try Journal(connection, at: moment, by: .user)
            let pending = PendingStates(connection, journal, at: moment)
            let firstRank =
                try connection.firstRow(
                    """
                    SELECT max(coalesce((SELECT max(rank) FROM queue), 0),
                        coalesce((SELECT max(rank) FROM pending_states), 0)) + 1
                    """
                ) { $0.value(0, default: Int64(1)) } ?? 1
            var outcome = ImportOutcome()
            for column in columns {
                let (id, isNew) = try subscribe(to: column, journal, moment, cause, connection)
                if isNew {
                    outcome.newColumns.append(id)
                } else {
                    outcome.knownColumns.append(id)
                }
                try pending.add(column.states, of: id.rawValue, firstRank: firstRank)
                outcome.applied += try pending.apply(to: id.rawValue)
            }
            try pending.add(states, of: nil, firstRank: firstRank)
            if !states.isEmpty {
                let ids = try connection.rows("SELECT id FROM columns") {
                    $0.value(0, default: Int64(0))
                }
                for id in ids { outcome.applied += try pending.apply(to: id) }
            }
            // What was kept of an earlier import and is kept again needs to be kept once.
            try connection.run(
                """
                DELETE FROM pending_states WHERE batch <> ?1 AND episode_id IS NULL AND EXISTS (
                    SELECT 1 FROM pending_states n WHERE n.batch = ?1
                        AND n.column_id IS pending_states.column_id
                        AND n.guid IS pending_states.guid AND n.url_key IS pending_states.url_key)
                """, journal.batch)
            outcome.waitingCount =
                try connection.firstRow(
                    "SELECT count(*) FROM pending_states WHERE batch = ? AND episode_id IS NULL",
                    journal.batch
                ) { $0.value(0, default: 0) } ?? 0
            if let first = outcome.newColumns.first ?? outcome.knownColumns.first {
                try journal.write(
                    .column, first.rawValue, "imported", cause: cause,
                    after: String(journal.batch))
            }
            return outcome
        }
        changes.send(.columns)
        changes.send(.queue)
        return outcome
    }

    private func subscribe(
        to column: ImportedColumn, _ journal: Journal, _ moment: Timestamp, _ cause: String,
        _ connection: Connection
    ) throws(SQLiteError) -> (id: ColumnID, isNew: Bool) {
        let (id, isNew) = try Self.subscribe(
            column.url, column.title, cause: cause, at: moment, journal, connection)
        for (key, value) in column.settings {
            try connection.run(
                "INSERT INTO settings (column_id, key, value) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                id.rawValue, key, value)
        }
        return (id, isNew)
    }

    /// The value of one setting in all columns that have one of their own.
    public func settings(named key: String) throws(StoreError) -> [ColumnID: String] {
        try read { (connection) throws(SQLiteError) in
            let rows = try connection.rows(
                "SELECT column_id, value FROM settings WHERE key = ?", key
            ) { row in (ColumnID(rawValue: row.value(0, default: 0)), row.value(1, default: "")) }
            return Dictionary(rows) { _, last in last }
        }
    }
}
