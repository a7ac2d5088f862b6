public import ColumnModel
import SQLiteKit

extension Store {
    /// What the feed announces of the bytes at an address, as in Subresource Integrity
    /// (`podcast:integrity`); nil where it announces nothing.
    ///
    /// The alternative enclosure of that address counts; else the one that the feed calls the same
    /// as the enclosure.
    public func announcedIntegrity(of id: EpisodeID, at url: String) throws(StoreError) -> String? {
        let offers = try read { (connection) throws(SQLiteError) in
            try connection.rows(
                """
                SELECT EXISTS (SELECT 1 FROM json_each(a.value, '$.children') s
                        WHERE json_extract(s.value, '$.name') = 'podcast:source'
                            AND json_extract(s.value, '$."@uri"') = ?2),
                    json_extract(a.value, '$."@default"') = 'true',
                    (SELECT json_extract(i.value, '$."@value"')
                        FROM json_each(a.value, '$.children') i
                        WHERE json_extract(i.value, '$.name') = 'podcast:integrity'
                            AND json_extract(i.value, '$."@type"') = 'sri' LIMIT 1)
                FROM episodes e, json_each(e.extensions) a
                WHERE e.id = ?1 AND json_valid(e.extensions)
                    AND json_extract(a.value, '$.name') = 'podcast:alternateEnclosure'
                """, id.rawValue, url
            ) { row in
                (
                    isSame: row.value(0, default: false), isDefault: row.value(1, default: false),
                    integrity: row.value(2) as String?
                )
            }
        }
        let offer = offers.first(where: \.isSame) ?? offers.first(where: \.isDefault)
        return offer?.integrity
    }
}
