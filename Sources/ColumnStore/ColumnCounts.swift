import SQLiteKit

/// How many episodes each column has; triggers follow whatever happens to them once they are in.
enum ColumnCounts {
    /// Adds inserted episodes, none of them played, to their column.
    static func add(_ number: Int, to column: Int64, _ connection: Connection) throws(SQLiteError) {
        try connection.run(
            """
            INSERT INTO column_counts VALUES (?1, ?2, 0)
            ON CONFLICT DO UPDATE SET episodes = episodes + excluded.episodes
            """, column, number)
    }
}
