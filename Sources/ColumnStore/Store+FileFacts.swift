public import ColumnModel
import SQLiteKit

extension Store {
    /// What is known of an episode's file; nil where nothing is.
    public func fileFacts(of id: EpisodeID) throws(StoreError) -> FileFacts? {
        try read { (connection) throws(SQLiteError) in
            try connection.firstRow(
                """
                SELECT bytes, modified, loudness, frame_index, pauses FROM file_facts
                WHERE episode_id = ?
                """, id.rawValue
            ) { row in
                FileFacts(
                    bytes: row.value(0, default: 0), modified: row.value(1, default: 0),
                    loudness: row.value(2), frameIndex: row.value(3), pauses: row.value(4))
            }
        }
    }

    /// Keeps what is known of an episode's file; its pauses stay as long as it is the same file.
    public func saveFileFacts(_ facts: FileFacts, of id: EpisodeID) throws(StoreError) {
        try write { (connection) throws(SQLiteError) in
            try connection.run(
                """
                INSERT INTO file_facts (episode_id, bytes, modified, loudness, frame_index, pauses)
                SELECT id, ?2, ?3, ?4, ?5, ?6 FROM episodes WHERE id = ?1
                ON CONFLICT (episode_id) DO UPDATE
                SET bytes = ?2, modified = ?3, loudness = ?4, frame_index = ?5,
                    pauses = coalesce(?6, iif(bytes = ?2 AND modified = ?3, pauses, NULL))
                """, id.rawValue, facts.bytes, facts.modified, facts.loudness, facts.frameIndex,
                facts.pauses)
        }
    }

    /// Keeps the pauses of an episode's file; what is known of another file is void.
    public func savePauses(
        _ pauses: [UInt8], bytes: Int64, modified: Int64, of id: EpisodeID
    ) throws(StoreError) {
        try write { (connection) throws(SQLiteError) in
            try connection.run(
                """
                INSERT INTO file_facts (episode_id, bytes, modified, pauses)
                SELECT id, ?2, ?3, ?4 FROM episodes WHERE id = ?1
                ON CONFLICT (episode_id) DO UPDATE
                SET loudness = iif(bytes = ?2 AND modified = ?3, loudness, NULL),
                    frame_index = iif(bytes = ?2 AND modified = ?3, frame_index, NULL),
                    bytes = ?2, modified = ?3, pauses = ?4
                """, id.rawValue, bytes, modified, pauses)
        }
    }
}
