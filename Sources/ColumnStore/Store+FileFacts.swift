public import ColumnModel
import SQLiteKit

extension Store {
    /// What is known of an episode's file; nil where nothing is.
    public func fileFacts(of id: EpisodeID) throws(StoreError) -> FileFacts? {
        try read { (connection) throws(SQLiteError) in
            try connection.firstRow(
                "SELECT bytes, modified, loudness, frame_index FROM file_facts WHERE episode_id = ?",
                id.rawValue
            ) { row in
                FileFacts(
                    bytes: row.value(0, default: 0), modified: row.value(1, default: 0),
                    loudness: row.value(2), frameIndex: row.value(3))
            }
        }
    }

    /// Keeps what is known of an episode's file.
    public func saveFileFacts(_ facts: FileFacts, of id: EpisodeID) throws(StoreError) {
        try write { (connection) throws(SQLiteError) in
            try connection.run(
                """
                INSERT INTO file_facts (episode_id, bytes, modified, loudness, frame_index)
                SELECT id, ?2, ?3, ?4, ?5 FROM episodes WHERE id = ?1
                ON CONFLICT (episode_id) DO UPDATE
                SET bytes = ?2, modified = ?3, loudness = ?4, frame_index = ?5
                """, id.rawValue, facts.bytes, facts.modified, facts.loudness, facts.frameIndex)
        }
    }
}
