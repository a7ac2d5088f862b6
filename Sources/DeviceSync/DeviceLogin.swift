/// With whom the server is spoken to; its texts never show the password.
public struct DeviceLogin: Sendable, Equatable {
    /// The user's name there.
    public let user: String
    /// The password, or an app password.
    public let password: String

    /// Makes a login.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}

extension DeviceLogin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Shows nothing of it.
    public var description: String { "device login" }
    /// Shows nothing of it.
    public var debugDescription: String { description }
    /// Shows nothing of it.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
