public import ColumnModel
import SQLiteKit

extension Store {
    /// What is known of an episode's audio file.
    public func media(of id: EpisodeID) throws(StoreError) -> MediaRecord {
        try read { (connection) throws(SQLiteError) in
            var record =
                try connection.firstRow(
                    """
                    SELECT state, file, total, sha256, tail_boot, fruitless, not_before, requested,
                        failure_code, failure_status, failure_url, failure_detail
                    FROM audio WHERE episode_id = ?
                    """, id.rawValue, make: Self.mediaRecord) ?? MediaRecord()
            record.renditions = try Self.renditions(of: id, connection)
            return record
        }
    }

    /// Records which bytes are on disk; the caller has synced them before.
    ///
    /// - Parameters:
    ///   - renditions: all that is held, the version that is to become the file first.
    ///   - tailBoot: see `MediaRecord.tailBoot`.
    ///   - durably: waits until the record itself is safe from a power cut, as must be before bytes
    ///     that an older record names are overwritten.
    public func saveMedia(
        _ renditions: [Rendition], of id: EpisodeID, tailBoot: String?, durably: Bool = false
    ) throws(StoreError) {
        let moment = now()
        try write(durably: durably) { (connection) throws(SQLiteError) in
            let primary = try Self.replaceRenditions(renditions, of: id, at: moment, connection)
            try connection.run(
                """
                INSERT INTO audio (episode_id, state, rendition_id, bytes, total, tail_boot)
                VALUES (?1, 'partial', ?2, ?3, ?4, ?5)
                ON CONFLICT DO UPDATE SET state = 'partial', rendition_id = ?2, bytes = ?3,
                    total = ?4, tail_boot = ?5, file = NULL, sha256 = NULL
                """, id.rawValue, primary, renditions.first?.ranges.byteCount ?? 0,
                renditions.first?.total, tailBoot)
        }
        changes.send(.audio(id))
    }

    /// Records that the file is whole and stands under its final name.
    ///
    /// - Parameters:
    ///   - isProven: false where the server gave no way to prove that the bytes are one file.
    ///   - warning: something about the file that the user should know.
    ///   - cause: how it was proved, for the journal.
    public func finishMedia(
        of id: EpisodeID, rendition: Rendition, file: String, sha256: [UInt8], isProven: Bool,
        warning: Failure?, cause: String
    ) throws(StoreError) {
        let moment = now()
        let state = isProven ? AudioState.complete : .unproven
        let size = rendition.ranges.byteCount
        try write { (connection) throws(SQLiteError) in
            let primary = try Self.replaceRenditions([rendition], of: id, at: moment, connection)
            try connection.run(
                """
                INSERT INTO audio (episode_id, state, rendition_id, file, bytes, total, sha256,
                    completed, failure_code, failure_status, failure_url, failure_detail)
                VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
                ON CONFLICT DO UPDATE SET state = ?2, rendition_id = ?3, file = ?4, bytes = ?5,
                    total = ?5, sha256 = ?6, completed = ?7, failure_code = ?8,
                    failure_status = ?9, failure_url = ?10, failure_detail = ?11,
                    tail_boot = NULL, fruitless = 0, not_before = NULL, trashed = NULL
                """, id.rawValue, state.rawValue, primary, file, size, sha256,
                moment.secondsSince1970, warning?.code.rawValue, warning?.status, warning?.url,
                warning?.detail)
            try Journal(connection, at: moment, by: .download).write(
                .episode, id.rawValue, "downloaded", cause: cause, after: file)
        }
        changes.send(.audio(id))
    }

    /// Records that the file could not be had; what was fetched stays recorded.
    public func failMedia(
        of id: EpisodeID, _ failure: Failure, fruitless: Int, notBefore: Timestamp?
    ) throws(StoreError) {
        try write { (connection) throws(SQLiteError) in
            try connection.run(
                """
                INSERT INTO audio (episode_id, state, failure_code, failure_status, failure_url,
                    failure_detail, fruitless, not_before)
                VALUES (?1, 'failed', ?2, ?3, ?4, ?5, ?6, ?7)
                ON CONFLICT DO UPDATE SET state = 'failed', failure_code = ?2,
                    failure_status = ?3, failure_url = ?4, failure_detail = ?5, fruitless = ?6,
                    not_before = ?7
                """, id.rawValue, failure.code.rawValue, failure.status, failure.url,
                failure.detail, fruitless, notBefore?.secondsSince1970)
        }
        changes.send(.audio(id))
    }

    /// Asks for downloads; what is complete stays as it is.
    public func requestMedia(_ ids: [EpisodeID]) throws(StoreError) {
        let moment = now()
        try write { (connection) throws(SQLiteError) in
            for id in ids {
                try connection.run(
                    """
                    INSERT INTO audio (episode_id, state, requested) VALUES (?1, 'queued', ?2)
                    ON CONFLICT DO UPDATE SET requested = ?2,
                        state = CASE WHEN state IN ('none', 'missing', 'failed') THEN
                            CASE WHEN bytes > 0 AND state <> 'missing' THEN 'partial'
                            ELSE 'queued' END ELSE state END
                    WHERE state NOT IN ('complete', 'unproven')
                    """, id.rawValue, moment.secondsSince1970)
            }
        }
        for id in ids {
            changes.send(.audio(id))
        }
    }

    /// Records that a complete file is no longer there.
    public func setMediaMissing(of id: EpisodeID) throws(StoreError) {
        let moment = now()
        try write { (connection) throws(SQLiteError) in
            _ = try Self.replaceRenditions([], of: id, at: moment, connection)
            try connection.run(
                """
                UPDATE audio SET state = 'missing', file = NULL, bytes = 0, rendition_id = NULL,
                    tail_boot = NULL WHERE episode_id = ?
                """, id.rawValue)
        }
        changes.send(.audio(id))
    }
}

extension Store {
    private static func mediaRecord(from row: Row) throws(SQLiteError) -> MediaRecord {
        var record = MediaRecord()
        record.state = AudioState(rawValue: row.value(0, default: "")) ?? .none
        record.file = row.value(1)
        record.total = row.value(2)
        record.sha256 = row.value(3)
        record.tailBoot = row.value(4)
        record.fruitless = row.value(5, default: 0)
        record.notBefore = row.timestamp(6)
        record.requested = row.timestamp(7)
        record.failure = Failure.read(from: row, at: 8)
        return record
    }

    private static func renditions(of id: EpisodeID, _ connection: Connection)
        throws(SQLiteError) -> [Rendition]
    {
        let found = try connection.rows(
            """
            SELECT r.url, r.effective_url, r.etag, r.last_modified, r.server_date, r.content_type,
                r.digest, r.total, r.is_unproven, r.id
            FROM renditions r LEFT JOIN audio a ON a.rendition_id = r.id
            WHERE r.episode_id = ? ORDER BY a.rendition_id IS NULL, r.id
            """, id.rawValue
        ) { row in
            (
                rendition: Rendition(
                    url: row.value(0, default: ""), effectiveURL: row.value(1, default: ""),
                    etag: row.value(2), lastModified: row.value(3), serverDate: row.value(4),
                    contentType: row.value(5), digest: row.value(6), total: row.value(7),
                    isUnproven: row.value(8, default: false)),
                id: row.value(9, default: Int64(0))
            )
        }
        var renditions: [Rendition] = []
        for (rendition, id) in found {
            var rendition = rendition
            let ranges = try connection.rows(
                "SELECT lower, upper FROM byte_ranges WHERE rendition_id = ? ORDER BY lower", id
            ) { row in
                let lower = row.value(0, default: Int64(0))
                return lower..<max(lower, row.value(1, default: Int64(0)))
            }
            rendition.ranges = ByteRangeSet(ranges)
            renditions.append(rendition)
        }
        return renditions
    }

    /// Writes all versions of an episode anew and gives the row of the first.
    private static func replaceRenditions(
        _ renditions: [Rendition], of id: EpisodeID, at moment: Timestamp, _ connection: Connection
    ) throws(SQLiteError) -> Int64? {
        try connection.run("DELETE FROM renditions WHERE episode_id = ?", id.rawValue)
        var first: Int64?
        for rendition in renditions {
            try connection.run(
                """
                INSERT INTO renditions (episode_id, url, effective_url, etag, last_modified,
                    server_date, content_type, digest, total, is_unproven, created)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, id.rawValue, rendition.url, rendition.effectiveURL, rendition.etag,
                rendition.lastModified, rendition.serverDate, rendition.contentType,
                rendition.digest, rendition.total, rendition.isUnproven, moment.secondsSince1970)
            let row = connection.lastInsertedRow
            first = first ?? row
            for range in rendition.ranges.ranges {
                try connection.run(
                    "INSERT INTO byte_ranges (rendition_id, lower, upper) VALUES (?, ?, ?)", row,
                    range.lowerBound, range.upperBound)
            }
        }
        return first
    }
}
