public import ColumnModel
import SQLiteKit

/// What was heard on a day of an episode, or of several taken together.
public struct ListeningRecord: Sendable, Equatable {
    /// The local day, counted from 1970-01-01.
    public let day: Int
    /// The column.
    public let column: ColumnID
    /// The column's title; nil where it is gone.
    public let title: String?
    /// How many episodes were heard.
    public let episodeCount: Int
    /// The sums.
    public let span: ListenedSpan
}

extension Store {
    /// Counts what was heard of an episode on a local day, counted from 1970-01-01.
    public func record(_ span: ListenedSpan, of id: EpisodeID, day: Int) throws(StoreError) {
        try write { (connection) throws(SQLiteError) in
            try connection.run(
                """
                INSERT INTO listening
                    (day, episode_id, column_id, heard, spent, saved_by_speed, saved_by_trim)
                SELECT ?1, id, column_id, ?3, ?4, ?5, ?6 FROM episodes WHERE id = ?2
                ON CONFLICT DO UPDATE SET heard = heard + ?3, spent = spent + ?4,
                    saved_by_speed = saved_by_speed + ?5, saved_by_trim = saved_by_trim + ?6
                """, day, id.rawValue, span.heard.wholeMilliseconds, span.spent.wholeMilliseconds,
                span.savedBySpeed.wholeMilliseconds, span.savedByTrim.wholeMilliseconds)
        }
    }

    /// What was heard, a record a day and a column, the oldest day first.
    ///
    /// - Parameters:
    ///   - day: only from this local day on, counted from 1970-01-01.
    ///   - column: only of this column.
    public func listening(since day: Int? = nil, of column: ColumnID? = nil)
        throws(StoreError) -> [ListeningRecord]
    {
        try read { (connection) throws(SQLiteError) in
            try connection.rows(
                """
                SELECT l.day, l.column_id, c.title, count(*), sum(l.heard), sum(l.spent),
                    sum(l.saved_by_speed), sum(l.saved_by_trim)
                FROM listening l LEFT JOIN columns c ON c.id = l.column_id
                WHERE (?1 IS NULL OR l.day >= ?1) AND (?2 IS NULL OR l.column_id = ?2)
                GROUP BY l.day, l.column_id ORDER BY l.day, l.column_id
                """, day, column?.rawValue
            ) { row in
                var span = ListenedSpan()
                span.heard = row.duration(4) ?? .zero
                span.spent = row.duration(5) ?? .zero
                span.savedBySpeed = row.duration(6) ?? .zero
                span.savedByTrim = row.duration(7) ?? .zero
                return ListeningRecord(
                    day: row.value(0, default: 0),
                    column: ColumnID(rawValue: row.value(1, default: 0)),
                    title: row.value(2), episodeCount: row.value(3, default: 0), span: span)
            }
        }
    }

    /// How many different episodes were heard.
    public func heardEpisodeCount(since day: Int? = nil, of column: ColumnID? = nil)
        throws(StoreError) -> Int
    {
        try read { (connection) throws(SQLiteError) in
            try connection.firstRow(
                """
                SELECT count(DISTINCT episode_id) FROM listening
                WHERE (?1 IS NULL OR day >= ?1) AND (?2 IS NULL OR column_id = ?2)
                """, day, column?.rawValue
            ) { $0.value(0, default: 0) } ?? 0
        }
    }
}
