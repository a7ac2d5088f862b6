public import ColumnModel
public import ColumnStore

/// Why library and server could not be brought in step; what was done until then stays.
public enum DeviceSyncError: Error, Sendable, Equatable {
    /// The server could not be asked, or it refused.
    case failed(Failure)
    /// What came is no answer of such a server.
    case notUnderstood(url: String)
    /// The library refused.
    case store(StoreError)
}
