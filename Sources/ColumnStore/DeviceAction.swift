public import ColumnModel

/// Something that was done to an episode on one of several devices.
public struct DeviceAction: Sendable, Hashable {
    /// What was done.
    public enum Kind: Sendable, Hashable {
        /// It was heard up to a place, in whole seconds.
        case play(started: Int64?, position: Int64, total: Int64?)
        /// What was done before no longer counts: it is as new.
        case new
        /// Its audio was fetched.
        case download
        /// Its audio was deleted.
        case delete
    }

    /// The feed's address.
    public let podcast: String
    /// The address of its audio.
    public let episode: String
    /// The feed's identifier of it, where the server keeps that.
    public let guid: String?
    /// What was done.
    public let kind: Kind
    /// When, by the clock of the device.
    public var at: Timestamp
    /// Which device, as the server calls it.
    public let device: String?

    /// Makes an action.
    public init(
        podcast: String, episode: String, guid: String?, kind: Kind, at: Timestamp,
        device: String? = nil
    ) {
        self.podcast = podcast
        self.episode = episode
        self.guid = guid
        self.kind = kind
        self.at = at
        self.device = device
    }

    /// Whether it was heard to its end; that is how servers say that it was played.
    public var isDone: Bool {
        if case .play(_, let position, let total?) = kind {
            total > 0 && position >= total
        } else {
            false
        }
    }

    /// Its word in the tables.
    var name: String {
        switch kind {
        case .play: "play"
        case .new: "new"
        case .download: "download"
        case .delete: "delete"
        }
    }
}

/// An action that the server has not taken yet.
public struct PendingDeviceAction: Sendable, Equatable {
    /// Its row.
    public let id: Int64
    /// The action.
    public let action: DeviceAction
}

/// What came of actions of other devices.
public struct DeviceActionOutcome: Sendable, Equatable {
    /// How many episodes were changed here.
    public var changed = 0
    /// How many actions wait for their episodes.
    public var waiting = 0
    /// How many had a time that cannot be.
    public var misdated = 0

    /// Nothing yet.
    public init() {}
}
