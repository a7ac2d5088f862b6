public import ColumnModel
import SQLiteKit

extension Store {
    /// Keeps the place in an episode, and what tells it by its sound; one small transaction.
    public func savePosition(_ position: Duration, of id: EpisodeID, fingerprint: [UInt8]? = nil)
        throws(StoreError)
    {
        let moment = now()
        try write { (connection) throws(SQLiteError) in
            try connection.run(
                """
                INSERT INTO positions (episode_id, position, updated, fingerprint)
                SELECT id, ?2, ?3, ?4 FROM episodes WHERE id = ?1
                ON CONFLICT (episode_id) DO UPDATE
                SET position = ?2, updated = ?3, fingerprint = ?4
                """, id.rawValue, max(0, position.wholeMilliseconds), moment.secondsSince1970,
                fingerprint)
        }
        changes.send(.position(id))
    }

    /// What tells the place in an episode by its sound; nil when it has none.
    public func placeFingerprint(of id: EpisodeID) throws(StoreError) -> [UInt8]? {
        try read { (connection) throws(SQLiteError) in
            try connection.firstRow(
                "SELECT fingerprint FROM positions WHERE episode_id = ?", id.rawValue
            ) { row -> [UInt8]? in row.value(0) } ?? nil
        }
    }

    /// When the place in an episode was last kept; nil when it has none.
    public func positionTime(of id: EpisodeID) throws(StoreError) -> Timestamp? {
        try read { (connection) throws(SQLiteError) in
            try connection.firstRow(
                "SELECT updated FROM positions WHERE episode_id = ?", id.rawValue
            ) { $0.timestamp(0) } ?? nil
        }
    }

    /// Marks episodes as played or not; a played one is no longer new and starts anew.
    public func mark(_ ids: [EpisodeID], played: Bool, by actor: JournalActor, cause: String)
        throws(StoreError)
    {
        let moment = now()
        try write(durably: true) { (connection) throws(SQLiteError) in
            let journal = try Journal(connection, at: moment, by: actor)
            for id in ids {
                let before = try connection.firstRow(
                    "SELECT played, is_new FROM episodes WHERE id = ?", id.rawValue
                ) { PlayedMark(played: $0.value(0), isNew: $0.value(1, default: false)).text }
                guard let before else { continue }
                try connection.run(
                    """
                    UPDATE episodes SET played = CASE WHEN ?2 THEN coalesce(played, ?3) END,
                        is_new = is_new AND NOT ?2 WHERE id = ?1
                    """, id.rawValue, played, moment.secondsSince1970)
                try journal.write(
                    .episode, id.rawValue, played ? "played" : "unplayed", cause: cause,
                    before: before)
            }
        }
        for id in ids { changes.send(.position(id)) }
    }

    /// Likes episodes, or no longer.
    public func like(_ ids: [EpisodeID], _ isLiked: Bool) throws(StoreError) {
        let moment = now()
        try write(durably: true) { (connection) throws(SQLiteError) in
            let journal = try Journal(connection, at: moment, by: .user)
            for id in ids {
                try connection.run(
                    """
                    UPDATE episodes SET liked = CASE WHEN ?2 THEN ?3 END
                    WHERE id = ?1 AND (liked IS NOT NULL) <> ?2
                    """, id.rawValue, isLiked, moment.secondsSince1970)
                if connection.changeCount > 0 {
                    try journal.write(
                        .episode, id.rawValue, isLiked ? "liked" : "unliked",
                        cause: isLiked ? "like" : "unlike")
                }
            }
        }
        for id in ids { changes.send(.position(id)) }
    }

    /// Corrects the length of an episode's audio by what the decoder measured.
    public func setMeasuredDuration(_ duration: Duration, of id: EpisodeID) throws(StoreError) {
        try write { (connection) throws(SQLiteError) in
            try connection.run(
                "UPDATE episodes SET measured_duration = ? WHERE id = ?",
                duration.wholeMilliseconds, id.rawValue)
        }
        changes.send(.position(id))
    }
}
