import ColumnStore

/// A server that keeps subscriptions and episode actions of several devices.
protocol DeviceServer: Sendable {
    /// Makes this library known to the server; fails where the login is refused.
    func register(caption: String) async throws(DeviceSyncError)
    /// The subscriptions that came to this device after a time of the server's, and those that were
    /// removed since; 0: all.
    func subscriptions(since: Int64) async throws(DeviceSyncError) -> RemoteSubscriptions
    /// Adds and removes subscriptions; answers the addresses that the server writes in another way.
    func change(add: [String], remove: [String]) async throws(DeviceSyncError) -> [AddressRewrite]
    /// The actions that came to the server after its time; 0: all.
    func actions(since: Int64) async throws(DeviceSyncError) -> RemoteActions
    /// Sends actions; to send one twice is the same as once.
    func send(_ actions: [DeviceAction]) async throws(DeviceSyncError) -> [AddressRewrite]
}

/// The subscriptions that a server has.
struct RemoteSubscriptions: Sendable, Equatable {
    let urls: [String]
    /// What was removed there.
    let removed: [String]
    /// The server's time, in seconds.
    let timestamp: Int64
}

/// Actions that a server has.
struct RemoteActions: Sendable, Equatable {
    var actions: [DeviceAction] = []
    /// The server's time, in seconds: from where to ask the next time.
    var timestamp: Int64 = 0
    /// How many could not be read.
    var unreadable = 0
}

/// An address as it was sent, and as the server keeps it; empty where it keeps nothing.
struct AddressRewrite: Sendable, Equatable {
    let sent: String
    let kept: String
}
