/// A named argument and its type in D-Bus's letters.
public struct BusArgument: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// Its type.
    public let type: String

    /// Makes an argument.
    public init(_ name: String, _ type: String) {
        self.name = name
        self.type = type
    }
}
