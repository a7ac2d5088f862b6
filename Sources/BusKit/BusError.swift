/// Why something on the bus failed.
public enum BusError: Error, Sendable, Hashable {
    /// There is no connection to the bus.
    case notConnected
    /// The connection was lost before the answer came.
    case lost
    /// A function of sd-bus failed.
    case system(call: String, errno: Int32)
    /// The other side answered with an error.
    case failed(name: String, message: String)
}
