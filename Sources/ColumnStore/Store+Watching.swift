public import ColumnModel
import SQLiteKit

/// What tells whether the library changed, and in which part, without reading it.
public struct StoreMark: Sendable, Equatable {
    /// The last decision: episodes and columns that came or went, marks, likes, bookmarks.
    public let journal: Int64
    /// The last episode.
    public let episodes: Int64
    /// Syncs.
    public let syncs: Int64
    /// The queue's places.
    public let queue: Int64
    /// The last place that was kept.
    public let places: Int64
    /// The states of files.
    public let files: Int64
}

extension Store {
    /// Counts the commits of others, cheaply (`PRAGMA data_version`).
    public func dataVersion() throws(StoreError) -> Int64 {
        do throws(SQLiteError) {
            return try connection.firstRow("PRAGMA data_version") { $0.value(0, default: 0) } ?? 0
        } catch {
            throw StoreError(error)
        }
    }

    /// The library's state in a few numbers.
    public func mark() throws(StoreError) -> StoreMark {
        try read { (connection) throws(SQLiteError) in
            try connection.firstRow(
                """
                SELECT (SELECT max(id) FROM journal), (SELECT max(id) FROM episodes),
                    (SELECT total(checked) + total(held_count) + count(*) FROM feed_states),
                    (SELECT total(id * (rank + 1000)) + count(*) FROM queue),
                    (SELECT max(updated) FROM positions),
                    (SELECT total(n * k) FROM (SELECT count(*) AS n,
                        CASE state WHEN 'queued' THEN 1 WHEN 'partial' THEN 1000
                        WHEN 'complete' THEN 1000000 ELSE 1000000000 END AS k
                        FROM audio GROUP BY state))
                """
            ) { row in
                let number = { (index: Int) in Int64(row.value(index, default: 0.0)) }
                return StoreMark(
                    journal: row.value(0, default: 0), episodes: row.value(1, default: 0),
                    syncs: number(2), queue: number(3), places: row.value(4, default: 0),
                    files: number(5))
            }
                ?? StoreMark(
                    journal: 0, episodes: 0, syncs: 0, queue: 0, places: 0, files: 0)
        }
    }

    /// The numbers of the episodes of a query, in its order: little even of a large library.
    public func episodeIDs(_ query: EpisodeQuery) throws(StoreError) -> [EpisodeID] {
        let (sql, values) = Self.sql(for: query, numbersOnly: true)
        return try read { (connection) throws(SQLiteError) in
            try connection.rows(sql, values: values) {
                EpisodeID(rawValue: $0.value(0, default: 0))
            }
        }
    }
}
