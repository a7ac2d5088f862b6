public import ColumnModel

/// What the library knows of an episode's audio file.
public struct MediaRecord: Sendable, Equatable {
    /// The state by which users see it.
    public var state = AudioState.none
    /// The file's name in the media folder, once it is complete.
    public var file: String?
    /// The length of the whole, once it is known.
    public var total: Int64?
    /// The SHA-256 of the whole, once it is complete.
    public var sha256: [UInt8]?
    /// The boot of the machine during which bytes were appended that no checkpoint names yet.
    public var tailBoot: String?
    /// How many attempts in a row brought nothing.
    public var fruitless = 0
    /// Not before this moment it is to be tried again.
    public var notBefore: Timestamp?
    /// Why the last attempt failed.
    public var failure: Failure?
    /// When a download was asked for; nil where the player alone brought bytes.
    public var requested: Timestamp?
    /// The versions of which bytes are held; the one that is to become the file is the first.
    public var renditions: [Rendition] = []

    /// Makes a record of an episode of which nothing was ever asked.
    public init() {}
}
