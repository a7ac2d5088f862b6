/// One header field.
public struct HTTPField: Sendable, Hashable {
    /// The name; compared without regard to case.
    public let name: String
    /// The value without outer white space.
    public let value: String

    /// Makes a field.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
