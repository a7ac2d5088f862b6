/// How a service stands with its bus.
public enum BusState: Sendable, Hashable {
    /// There is no bus, or not yet; it is tried again by itself.
    case disconnected
    /// Connected, under this name; nil when none was wanted.
    case connected(name: String?)
}
