/// A method that others may call.
public struct BusMethod: Sendable {
    /// Its name.
    public let name: String
    /// What it takes.
    public let arguments: [BusArgument]
    /// What it gives.
    public let results: [BusArgument]
    /// Called on the bus's thread, must not wait; it may answer at once or later.
    let handler: @Sendable (BusCall) -> Void

    /// Makes a method; the handler must answer each call once.
    public init(
        _ name: String, _ arguments: [BusArgument] = [], results: [BusArgument] = [],
        handler: @escaping @Sendable (BusCall) -> Void
    ) {
        self.name = name
        self.arguments = arguments
        self.results = results
        self.handler = handler
    }
}
