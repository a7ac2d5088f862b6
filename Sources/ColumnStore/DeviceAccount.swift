public import ColumnModel

/// The server that keeps several devices in step, as the library remembers it; without a password.
public struct DeviceAccount: Sendable, Equatable {
    /// Which of the two ways of speaking the server understands.
    public enum Kind: String, Sendable, CaseIterable {
        /// The API of gpodder.net, version 2.
        case gpodder
        /// The app GPodder Sync of a Nextcloud.
        case nextcloud

        /// Whether the server keeps one action of an episode only, so that a download or a deletion
        /// would take the place of where it was heard.
        public var keepsLastActionOnly: Bool { self == .nextcloud }
    }

    /// The server's address, without a slash at its end.
    public let url: String
    /// How it speaks.
    public let kind: Kind
    /// The user's name there.
    public let user: String
    /// What the server calls this library.
    public let device: String
    /// The server's own time up to which removals of subscriptions were read, in seconds.
    public let subscriptionsSince: Int64
    /// The server's own time up to which actions were read, in seconds; 0: nothing was read yet.
    public let actionsSince: Int64
    /// When all last went well, by the clock here.
    public let synced: Timestamp?

    /// Makes an account from its parts.
    public init(
        url: String, kind: Kind, user: String, device: String, subscriptionsSince: Int64 = 0,
        actionsSince: Int64 = 0, synced: Timestamp? = nil
    ) {
        self.url = url
        self.kind = kind
        self.user = user
        self.device = device
        self.subscriptionsSince = subscriptionsSince
        self.actionsSince = actionsSince
        self.synced = synced
    }
}

/// A subscription on which the library and the server agreed.
public struct DeviceSubscription: Sendable, Hashable {
    /// Its feed, as the server writes it.
    public let url: String
    /// The column here.
    public let column: ColumnID

    /// Makes one.
    public init(url: String, column: ColumnID) {
        self.url = url
        self.column = column
    }
}
