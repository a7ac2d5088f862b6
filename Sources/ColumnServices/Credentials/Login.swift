/// A user name and password; its texts never show them.
public struct Login: Sendable, Equatable {
    /// The user name.
    public let user: String
    /// The password.
    public let password: String

    /// Makes a login.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}

extension Login: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Shows nothing of it.
    public var description: String { "login" }
    /// Shows nothing of it.
    public var debugDescription: String { "login" }
    /// Shows nothing of it.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
