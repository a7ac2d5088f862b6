@preconcurrency import Glibc
import SQLiteKit

/// A database of another program, opened for reading only.
struct ForeignDatabase {
    /// No more episodes of one file are read.
    static let maximumRows = 1_000_000
    /// The most characters of any text; longer ones are no addresses and no titles.
    static let maximumText = 4_096

    private let connection: Connection
    /// The columns of each real table, in lower case; views and virtual tables are not read.
    private let tables: [String: Set<String>]

    /// Reads the library that a database holds.
    static func read(_ path: String) throws(LibraryImportError) -> ForeignLibrary {
        do throws(SQLiteError) {
            let database = try ForeignDatabase(path: path)
            if database.has("podcast", ["url", "title"]), database.has("episode", ["podcast_id"]) {
                return try GPodder.read(database)
            }
            if database.has("feeds", ["download_url"]), database.has("feeditems", ["feed"]) {
                return try AntennaPod.read(database)
            }
            if database.has("feed", ["key"]), database.has("episode", ["feed_key"]) {
                return try Castero.read(database)
            }
            if database.has("rss_feed", ["rssurl"]), database.has("rss_item", ["feedurl"]) {
                return try Newsboat.read(database)
            }
            if database.has("sjpodcast", []), database.has("sjepisode", ["downloadurl"]) {
                return try PocketCasts.read(database)
            }
            if database.has("columns", ["original_url"]), database.has("journal", []) {
                throw SQLiteError(code: ownLibrary, message: "")
            }
        } catch {
            switch error.primaryCode {
            case 5, 6: throw .inUse  // SQLITE_BUSY, SQLITE_LOCKED
            case 14, 23: throw .cannotOpen(detail: error.message)  // SQLITE_CANTOPEN, SQLITE_AUTH
            case ownLibrary: throw .ownLibrary
            default: throw .damaged(detail: error.message)
            }
        }
        throw .notRecognized
    }

    /// No code of SQLite's.
    private static let ownLibrary: Int32 = 200

    /// Opens a file so that nothing beside it is made or changed.
    private init(path: String) throws(SQLiteError) {
        var status = stat()
        // A log with content belongs to the database; without one nobody is writing it.
        let hasLog = ["-wal", "-journal"].contains {
            stat(path + $0, &status) == 0 && status.st_size > 0
        }
        connection = try Connection(
            path: path, mode: hasLog ? .readOnly : .immutable, busyTimeout: .seconds(5))
        let names = try connection.rows(
            """
            SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
            LIMIT 1000
            """
        ) { $0.value(0, default: "") }
        var tables: [String: Set<String>] = [:]
        for name in names {
            // Generated columns may compute anything; they are of no interest.
            tables[name.lowercased()] = Set(
                try connection.rows("SELECT lower(name) FROM pragma_table_info(?)", name) {
                    $0.value(0, default: "")
                })
        }
        self.tables = tables
    }

    /// Whether there is a table with these columns, all in lower case.
    func has(_ table: String, _ columns: [String]) -> Bool {
        tables[table].map { known in columns.allSatisfy(known.contains) } ?? false
    }

    /// Reads some columns of a table; those that this version of the program has not are NULL.
    ///
    /// - Parameters:
    ///   - columns: in lower case, in the order in which the closure finds them.
    ///   - clause: what follows the table's name, as `ORDER BY id`.
    func rows<Value>(
        of table: String, _ columns: [String], _ clause: String = "",
        make: (Row) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> [Value] {
        guard let known = tables[table] else { return [] }
        let list = columns.map { name in
            guard known.contains(name) else { return "NULL" }
            return """
                CASE typeof("\(name)") WHEN 'text' THEN substr("\(name)", 1, \(Self.maximumText))
                WHEN 'blob' THEN NULL ELSE "\(name)" END
                """
        }
        return try connection.rows(
            "SELECT \(list.joined(separator: ", ")) FROM \"\(table)\" \(clause)"
                + " LIMIT \(Self.maximumRows)", make: make)
    }

    /// Counts the rows of a table for which a condition holds; 0 where it lacks a column for it.
    func count(_ table: String, needing column: String, where condition: String)
        throws(SQLiteError) -> Int
    {
        guard has(table, [column]) else { return 0 }
        return try connection.firstRow("SELECT count(*) FROM \"\(table)\" WHERE \(condition)") {
            $0.value(0, default: 0)
        } ?? 0
    }
}

extension Row {
    /// A text that is neither NULL nor empty.
    func text(_ index: Int) -> String? {
        let text: String? = value(index)
        return text?.isEmpty == true ? nil : text
    }

    /// A number, 0 for NULL.
    func number(_ index: Int) -> Int64 { value(index, default: 0) }

    /// A length of time; negative and absurd ones count as none.
    func milliseconds(_ index: Int, per unit: Double = 1) -> Duration {
        let number: Double = value(index, default: 0)
        guard number > 0, number * unit < 1e12 else { return .zero }
        return .milliseconds(Int64(number * unit))
    }
}
