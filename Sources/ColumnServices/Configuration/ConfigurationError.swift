/// Why a setting was refused.
public enum ConfigurationError: Error, Sendable, Equatable {
    /// There is no such key.
    case unknownKey(String)
    /// The value has not the key's form.
    case badValue(key: ConfigurationKey, value: String)
    /// A column cannot have its own value of this key.
    case notPerColumn(ConfigurationKey)
    /// The file could not be read or written.
    case places(PlacesError)
}
