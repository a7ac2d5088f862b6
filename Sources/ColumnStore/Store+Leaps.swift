public import ColumnModel
import SQLiteKit

extension Store {
    /// So many leaps of an episode are kept.
    private static let leapLimit = 50
    /// Leaps that follow each other so soon are one to the listener.
    private static let leapSpan: Int64 = 10
    /// How near the next one begins to where the last one went, then.
    private static let leapReach: Int64 = 12_000

    /// Notes that the place in an episode leapt; keys pressed in a row make one leap.
    public func noteLeap(from origin: Duration, to target: Duration, of id: EpisodeID)
        throws(StoreError)
    {
        let moment = now()
        let (from, to) = (origin.wholeMilliseconds, target.wholeMilliseconds)
        try write { (connection) throws(SQLiteError) in
            try connection.run(
                """
                UPDATE leaps SET target = ?2, at = ?3
                WHERE id = (SELECT max(id) FROM leaps WHERE episode_id = ?1)
                    AND at >= ?3 - ?4 AND abs(target - ?5) <= ?6
                """, id.rawValue, to, moment.secondsSince1970, Self.leapSpan, from, Self.leapReach)
            guard connection.changeCount == 0 else { return }
            try connection.run(
                """
                INSERT INTO leaps (episode_id, origin, target, at)
                SELECT id, ?2, ?3, ?4 FROM episodes WHERE id = ?1
                """, id.rawValue, from, to, moment.secondsSince1970)
            try connection.run(
                """
                DELETE FROM leaps WHERE episode_id = ?1 AND id NOT IN (
                    SELECT id FROM leaps WHERE episode_id = ?1 ORDER BY id DESC LIMIT ?2)
                """, id.rawValue, Self.leapLimit)
        }
    }

    /// Takes an episode's last leap out of the journal; answers where it began, nil without any.
    public func takeLastLeap(of id: EpisodeID) throws(StoreError) -> Duration? {
        try write { (connection) throws(SQLiteError) in
            let last = try connection.firstRow(
                "SELECT id, origin FROM leaps WHERE episode_id = ? ORDER BY id DESC LIMIT 1",
                id.rawValue
            ) { ($0.value(0, default: Int64(0)), $0.duration(1) ?? .zero) }
            guard let (leap, origin) = last else { return nil }
            try connection.run("DELETE FROM leaps WHERE id = ?", leap)
            return origin
        }
    }
}
