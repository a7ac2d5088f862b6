@preconcurrency import Glibc

/// A file descriptor that came over the bus or goes there; closed with the object.
public final class BusDescriptor: Sendable, Hashable {
    /// The descriptor; -1 where the system gave none.
    public let rawValue: Int32

    /// Takes over a descriptor.
    public init(owning descriptor: Int32) {
        rawValue = descriptor
    }

    /// Makes a copy, since that of a message is closed with it (`fcntl`, F_DUPFD_CLOEXEC).
    init(copying descriptor: Int32) {
        rawValue = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    }

    deinit {
        if rawValue >= 0 { close(rawValue) }
    }

    /// Each object has a descriptor of its own.
    public static func == (left: BusDescriptor, right: BusDescriptor) -> Bool { left === right }

    /// Hashes the object's identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
