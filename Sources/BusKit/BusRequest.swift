/// A call of somebody else's method.
public struct BusRequest: Sendable, Hashable {
    /// Whose.
    public let destination: String
    /// Of which object.
    public let path: String
    /// Of which interface.
    public let interface: String
    /// The method.
    public let member: String
    /// What it is given.
    public let arguments: [BusValue]
    /// How long the answer may take.
    public let limit: Duration

    /// Makes a request.
    public init(
        to destination: String, path: String, interface: String, member: String,
        arguments: [BusValue] = [], within limit: Duration = .seconds(10)
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
        self.limit = limit
    }
}
