/// A setting by its name, with the form and the default of its value.
public struct ConfigurationKey: Sendable, Equatable {
    /// The name, as `sync.concurrency`.
    public let name: String
    /// The form of its values.
    public let kind: ConfigurationKind
    /// The value where none is set.
    public let defaultText: String
    /// Whether a column may have its own value.
    public let isPerColumn: Bool
}

/// A key together with the type in which the program uses its value.
public struct Setting<Value: Sendable & Equatable>: Sendable {
    /// The key.
    public let key: ConfigurationKey
    let read: @Sendable (ConfigurationValue) -> Value?
    let fallback: Value

    init(
        _ name: String, _ kind: ConfigurationKind, default text: String, _ fallback: Value,
        perColumn: Bool = false, read: @escaping @Sendable (ConfigurationValue) -> Value?
    ) {
        key = ConfigurationKey(
            name: name, kind: kind, defaultText: text, isPerColumn: perColumn)
        self.fallback = fallback
        self.read = read
    }
}
