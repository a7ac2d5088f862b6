public import ColumnModel

/// What came of a sync with other devices, or would come of it.
public struct DeviceResult: Sendable, Equatable {
    /// Columns that other devices subscribed to.
    public var addedHere: [Column] = []
    /// Columns that other devices unsubscribed from.
    public var removedHere: [Column] = []
    /// Columns whose removal waits for a yes.
    public var heldHere: [Column] = []
    /// Columns that the server has lost; they stay here.
    public var lostThere: [Column] = []
    /// Addresses that the server was told of.
    public var addedThere: [String] = []
    /// Addresses that were removed there.
    public var removedThere: [String] = []
    /// Addresses whose removal there waits for a yes.
    public var heldThere: [String] = []
    /// Addresses that the server did not take.
    public var refusedThere: [String] = []
    /// Addresses of other devices that are no feeds' addresses.
    public var refusedHere: [String] = []
    /// How many columns are kept from the server, since they have a login or a token.
    public var privateCount = 0
    /// How many episodes were changed here.
    public var changedCount = 0
    /// How many actions of other devices wait for their episodes.
    public var waitingCount = 0
    /// How many actions had a time that cannot be.
    public var misdatedCount = 0
    /// How many actions were sent.
    public var sentCount = 0
    /// How far the server's clock is ahead; nil where both agree to an hour.
    public var clockDifference: Duration?

    /// Whether something waits for the user.
    public var isHeld: Bool { !heldHere.isEmpty || !heldThere.isEmpty || !lostThere.isEmpty }
}

/// How the library stands with a server of devices.
public struct DeviceStatus: Sendable, Equatable {
    /// The server.
    public let url: String
    /// `gpodder` or `nextcloud`.
    public let kind: DeviceServerKind
    /// The user's name there.
    public let user: String
    /// What the server calls this library.
    public let device: String
    /// When all last went well.
    public let synced: Timestamp?
    /// How many actions wait to be sent.
    public let waitingCount: Int
    /// Whether the password is at hand.
    public let hasPassword: Bool
}

/// How a server of devices speaks.
public enum DeviceServerKind: String, Sendable, CaseIterable {
    /// The API of gpodder.net, version 2.
    case gpodder
    /// Nextcloud's GPodder Sync.
    case nextcloud
}
