public import ColumnModel
import SQLiteKit

/// What the last fetch of a column's feed left behind.
public struct FeedState: Sendable, Equatable {
    /// For which address the validators count.
    public var validatorsURL: String?
    /// The ETag exactly as received.
    public var etag: String?
    /// The Last-Modified exactly as received.
    public var lastModified: String?
    /// The hash of the last body that was read cleanly.
    public var bodyHash: Int64?
    /// When the feed was last asked for.
    public var checked: Timestamp?
    /// When it was last read without an error, or found unchanged.
    public var succeeded: Timestamp?
    /// Not before this moment it is to be asked again.
    public var notBefore: Timestamp?
    /// The least time between two fetches that feed and server ask for.
    public var refreshInterval: Duration?
    /// Hours of the day in UTC in which it is not to be asked, a bit each, hour 0 the lowest.
    public var skippedHours: Int64
    /// Days on which it is not to be asked, a bit each, Sunday the lowest.
    public var skippedDays: Int64
    /// How many tries failed in a row.
    public var failures: Int
    /// Why the last try failed; nil when it did not.
    public var failure: Failure?
    /// Whether the feed is gone for good (410) and is skipped until the user says so.
    public var isStopped: Bool
    /// How many episodes the held sync would add or re-key; nil when none is held.
    public var heldCount: Int?
    /// Whether the user has accepted the held sync.
    public var acceptsHeld: Bool

    /// Makes the state of a feed that was never fetched.
    public init() {
        skippedHours = 0
        skippedDays = 0
        failures = 0
        isStopped = false
        acceptsHeld = false
    }
}

extension FeedState {
    static let columns = """
        validators_url, etag, last_modified, body_hash, checked, succeeded, not_before,
        refresh_interval, failures, is_stopped, held_count, accepts_held,
        failure_code, failure_status, failure_url, failure_detail, skipped_hours, skipped_days
        """

    init(from row: Row) {
        self.init()
        validatorsURL = row.value(0)
        etag = row.value(1)
        lastModified = row.value(2)
        bodyHash = row.value(3)
        checked = row.timestamp(4)
        succeeded = row.timestamp(5)
        notBefore = row.timestamp(6)
        refreshInterval = row.duration(7)
        failures = row.value(8, default: 0)
        isStopped = row.value(9, default: false)
        heldCount = row.value(10)
        acceptsHeld = row.value(11, default: false)
        failure = Failure.read(from: row, at: 12)
        skippedHours = row.value(16, default: 0)
        skippedDays = row.value(17, default: 0)
    }

    func write(for column: ColumnID, to connection: Connection) throws(SQLiteError) {
        try connection.run(
            """
            INSERT OR REPLACE INTO feed_states (column_id, \(Self.columns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, column.rawValue, validatorsURL, etag, lastModified, bodyHash,
            checked?.secondsSince1970, succeeded?.secondsSince1970, notBefore?.secondsSince1970,
            refreshInterval?.wholeMilliseconds, failures, isStopped, heldCount, acceptsHeld,
            failure?.code.rawValue, failure?.status, failure?.url, failure?.detail, skippedHours,
            skippedDays)
    }
}

extension Store {
    /// What the last fetch of a column's feed left behind.
    public func feedState(of column: ColumnID) throws(StoreError) -> FeedState {
        try read { (connection) throws(SQLiteError) in
            try connection.firstRow(
                "SELECT \(FeedState.columns) FROM feed_states WHERE column_id = ?", column.rawValue,
                make: FeedState.init(from:)) ?? FeedState()
        }
    }

    /// The states of all feeds to which the user is subscribed.
    public func feedStates() throws(StoreError) -> [ColumnID: FeedState] {
        try read { (connection) throws(SQLiteError) in
            let rows = try connection.rows(
                """
                SELECT \(FeedState.columns), column_id FROM feed_states
                WHERE column_id IN (SELECT id FROM columns WHERE removed IS NULL)
                """
            ) { row in (ColumnID(rawValue: row.value(18, default: 0)), FeedState(from: row)) }
            return Dictionary(rows) { _, last in last }
        }
    }

    /// Keeps what fetches left behind, when there was nothing to merge; one transaction for all.
    public func setFeedStates(_ states: [(column: ColumnID, state: FeedState)])
        throws(StoreError)
    {
        try write { (connection) throws(SQLiteError) in
            for (column, state) in states {
                // The column may have been purged meanwhile.
                let isThere = try connection.firstRow(
                    "SELECT 1 FROM columns WHERE id = ?", column.rawValue
                ) { _ in true }
                if isThere == true {
                    try state.write(for: column, to: connection)
                }
            }
        }
        changes.send(.columns)
    }

    /// Moves a column to a new feed address; false when another column has it.
    public func moveColumn(_ id: ColumnID, to url: String, cause: String) throws(StoreError)
        -> Bool
    {
        let moment = now()
        return try write(durably: true) { (connection) throws(SQLiteError) in
            let old = try connection.firstRow(
                "SELECT url FROM columns WHERE id = ?", id.rawValue
            ) { $0.value(0, default: "") }
            try connection.run(
                "UPDATE OR IGNORE columns SET url = ? WHERE id = ?", url, id.rawValue)
            guard connection.changeCount > 0 else { return false }
            try Journal(connection, at: moment, by: .sync).write(
                .column, id.rawValue, "moved", cause: cause, before: old, after: url)
            return true
        }
    }
}

extension Store {
    /// Lets the held sync of a column through: the next one is merged whatever it changes.
    public func acceptHeldSync(of column: ColumnID) throws(StoreError) {
        try write { (connection) throws(SQLiteError) in
            try connection.run(
                "UPDATE feed_states SET accepts_held = 1 WHERE column_id = ?", column.rawValue)
        }
        changes.send(.columns)
    }
}
