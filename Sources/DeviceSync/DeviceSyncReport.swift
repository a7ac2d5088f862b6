public import ColumnModel
public import ColumnStore

/// What came of a sync with other devices.
public struct DeviceSyncReport: Sendable, Equatable {
    /// Columns that came from other devices.
    public var addedHere: [ColumnID] = []
    /// Columns that were removed on other devices, and now here.
    public var removedHere: [DeviceSubscription] = []
    /// Removals that wait for a yes.
    public var heldHere: [DeviceSubscription] = []
    /// Addresses that the server was told of.
    public var addedThere: [String] = []
    /// Addresses that were removed there.
    public var removedThere: [String] = []
    /// Removals there that wait for a yes.
    public var heldThere: [String] = []
    /// Addresses that the server did not take.
    public var refusedThere: [String] = []
    /// Addresses of other devices that are no feeds' addresses.
    public var refusedHere: [String] = []
    /// How many columns are kept from the server, since they are private.
    public var privateCount = 0
    /// Subscriptions that the server has lost; they stay here.
    public var lostThere: [DeviceSubscription] = []
    /// What came of the actions of other devices.
    public var actions = DeviceActionOutcome()
    /// How many actions were sent.
    public var sentCount = 0
    /// How far the server's clock is ahead of this one; nil where they agree to an hour.
    public var clockDifference: Duration?

    /// Nothing yet.
    public init() {}
}
