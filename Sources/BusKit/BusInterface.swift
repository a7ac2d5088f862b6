/// An interface of one of our objects.
public struct BusInterface: Sendable {
    /// Its name.
    public let name: String
    /// Its methods.
    public let methods: [BusMethod]
    /// Its properties.
    public let properties: [BusProperty]
    /// Its signals.
    public let signals: [BusSignal]

    /// Makes an interface.
    public init(
        name: String, methods: [BusMethod] = [], properties: [BusProperty] = [],
        signals: [BusSignal] = []
    ) {
        self.name = name
        self.methods = methods
        self.properties = properties
        self.signals = signals
    }
}
