/// An object that others see on the bus.
public struct BusObject: Sendable {
    /// Where it is.
    public let path: String
    /// What it offers.
    public let interfaces: [BusInterface]

    /// Makes an object.
    public init(path: String, interfaces: [BusInterface]) {
        self.path = path
        self.interfaces = interfaces
    }
}
