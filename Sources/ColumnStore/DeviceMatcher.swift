import ColumnModel
import SQLiteKit

/// Finds the episodes that other devices speak of: by the feed's identifier, else by the address of
/// the audio.
final class DeviceMatcher {
    private struct Episodes {
        var byGUID: [String: Int64?] = [:]
        var byAddress: [String: Int64?] = [:]
        var byKey: [String: Int64?] = [:]
    }

    private let connection: Connection
    private let removed: Set<String>
    private var columns: [String: [Int64]] = [:]
    private var episodes: [Int64: Episodes] = [:]

    init(_ connection: Connection) throws(SQLiteError) {
        self.connection = connection
        removed = Set(
            try connection.rows("SELECT url FROM columns WHERE removed IS NOT NULL") {
                Self.key(of: $0.value(0, default: ""))
            })
        let rows = try connection.rows(
            """
            SELECT id, url, original_url FROM columns WHERE removed IS NULL
            UNION SELECT c.id, s.url, s.url FROM device_subscriptions s
                JOIN columns c ON c.id = s.column_id AND c.removed IS NULL
            """
        ) { ($0.value(0, default: Int64(0)), $0.value(1, default: ""), $0.value(2, default: "")) }
        for (id, url, original) in rows {
            let keys = Set([Self.key(of: url), Self.key(of: original)])
            for key in keys where columns[key]?.contains(id) != true {
                columns[key, default: []].append(id)
            }
        }
    }

    /// Whether an action is about a column that was removed, so that nobody waits for it.
    func isRemoved(_ action: DeviceAction) -> Bool {
        let key = Self.key(of: action.podcast)
        return removed.contains(key) && columns[key] == nil
    }

    /// The episode that an action is about; nil where it is not here yet.
    func episode(of action: DeviceAction) throws(SQLiteError) -> Int64? {
        for column in columns[Self.key(of: action.podcast)] ?? [] {
            let known = try known(in: column)
            if let guid = action.guid, let id = known.byGUID[guid] ?? nil { return id }
            if let id = known.byAddress[action.episode] ?? nil { return id }
            if let id = known.byKey[Self.key(of: action.episode, withQuery: false)] ?? nil {
                return id
            }
        }
        return nil
    }

    private func known(in column: Int64) throws(SQLiteError) -> Episodes {
        if let known = episodes[column] { return known }
        var known = Episodes()
        let rows = try connection.rows(
            """
            SELECT e.id, e.guid, coalesce(x.url, e.link) FROM episodes e
            LEFT JOIN enclosures x ON x.episode_id = e.id WHERE e.column_id = ?
            """, column
        ) { row in
            (
                id: row.value(0, default: Int64(0)), guid: row.value(1, as: String.self),
                url: row.value(2, as: String.self)
            )
        }
        for row in rows {
            if let guid = row.guid { Self.note(row.id, under: guid, in: &known.byGUID) }
            guard let url = row.url else { continue }
            Self.note(row.id, under: url, in: &known.byAddress)
            Self.note(row.id, under: Self.key(of: url, withQuery: false), in: &known.byKey)
        }
        episodes[column] = known
        return known
    }

    /// What several episodes share is no evidence.
    private static func note(_ id: Int64, under key: String, in table: inout [String: Int64?]) {
        if let other = table[key] {
            if other != id { table[key] = .some(nil) }
        } else {
            table[key] = id
        }
    }

    /// An address without what servers and publishers change: the scheme, the case of the host, a
    /// slash at the end, the fragment.
    static func key(of address: String, withQuery: Bool = true) -> String {
        var rest = Substring(address)
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        rest = rest.prefix { $0 != "#" && (withQuery || $0 != "?") }
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        var key = host.lowercased() + rest[host.endIndex...]
        if key.hasSuffix("/") { key.removeLast() }
        return key
    }
}
