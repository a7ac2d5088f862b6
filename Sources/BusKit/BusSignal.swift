/// A signal that an object may send.
public struct BusSignal: Sendable {
    /// Its name.
    public let name: String
    /// What it tells.
    public let arguments: [BusArgument]

    /// Makes a signal.
    public init(_ name: String, _ arguments: [BusArgument] = []) {
        self.name = name
        self.arguments = arguments
    }
}
