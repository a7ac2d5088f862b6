/// A property that others may read, and perhaps write.
public struct BusProperty: Sendable {
    /// Takes a new value; called on the bus's thread, must not wait.
    public typealias Setter = @Sendable (BusValue) throws(BusFailure) -> Void

    /// Its name.
    public let name: String
    /// Its type in D-Bus's letters.
    public let type: String
    /// Whether `PropertiesChanged` tells of it.
    public let announcesChanges: Bool
    let read: @Sendable () -> BusValue
    let write: Setter?

    /// Makes a property; both closures are called on the bus's thread and must not wait.
    public init(
        _ name: String, _ type: String, announcesChanges: Bool = true,
        get: @escaping @Sendable () -> BusValue, set: Setter? = nil
    ) {
        self.name = name
        self.type = type
        self.announcesChanges = announcesChanges
        read = get
        write = set
    }

    /// Its value now.
    public var value: BusValue { read() }
}
