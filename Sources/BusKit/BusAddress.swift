/// Which bus.
public enum BusAddress: Sendable, Hashable {
    /// The session's, as the environment names it.
    case session
    /// The system's.
    case system
    /// One by its address, such as `unix:path=/run/user/1000/bus`.
    case address(String)
}
