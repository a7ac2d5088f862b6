/// What Podcast Index gives to those who ask it; its texts never show it.
public struct DirectoryKey: Sendable, Equatable {
    /// The public half.
    public let key: String
    /// The secret half, which is never sent.
    public let secret: String

    /// Makes a key.
    public init(key: String, secret: String) {
        self.key = key
        self.secret = secret
    }
}

extension DirectoryKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Shows nothing of it.
    public var description: String { "directory key" }
    /// Shows nothing of it.
    public var debugDescription: String { description }
    /// Shows nothing of it.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
