/// Signals of others that are wanted.
public struct BusMatch: Sendable {
    /// A rule in D-Bus's form, such as `type='signal',member='PrepareForSleep'`.
    public let rule: String
    /// Called on the bus's thread, must not wait.
    let handler: @Sendable (_ sender: String, _ arguments: [BusValue]) -> Void

    /// Makes a match; the handler is called on the bus's thread and must not wait.
    public init(
        rule: String,
        handler: @escaping @Sendable (_ sender: String, _ arguments: [BusValue]) -> Void
    ) {
        self.rule = rule
        self.handler = handler
    }
}
