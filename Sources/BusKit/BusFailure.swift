/// The error with which an object answers a call.
public struct BusFailure: Error, Sendable, Hashable {
    /// Its name, such as `org.freedesktop.DBus.Error.NotSupported`.
    public let name: String
    /// A sentence for people.
    public let message: String

    /// Makes a failure.
    public init(name: String, message: String) {
        self.name = name
        self.message = message
    }

    /// Cannot be done, now or ever.
    public static func notSupported(_ message: String) -> BusFailure {
        BusFailure(name: "org.freedesktop.DBus.Error.NotSupported", message: message)
    }

    /// A value that makes no sense.
    public static func invalidArguments(_ message: String) -> BusFailure {
        BusFailure(name: "org.freedesktop.DBus.Error.InvalidArgs", message: message)
    }

    /// Was tried and went wrong.
    public static func failed(_ message: String) -> BusFailure {
        BusFailure(name: "org.freedesktop.DBus.Error.Failed", message: message)
    }
}
