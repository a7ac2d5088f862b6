/// The settings: the file's over the defaults, and a column's own over both.
public struct Configuration: Sendable, Equatable {
    /// A line of the file that does not count, since its key or value cannot be used.
    public struct Problem: Sendable, Equatable {
        /// The line's number, from 1.
        public let line: Int
        /// What is wrong with it.
        public let error: ConfigurationError
    }

    /// What is wrong in the file; the defaults stand in for it.
    public private(set) var problems: [Problem] = []
    private var texts: [String: String] = [:]
    private var values: [String: ConfigurationValue] = [:]

    /// The defaults.
    public init() {}

    /// Reads a file; one that is not there gives the defaults.
    public init(file: ConfigurationFile) {
        for entry in file.entries {
            do throws(ConfigurationError) {
                try set(ConfigurationKey.named(entry.key), to: entry.value)
            } catch {
                problems.append(Problem(line: entry.line, error: error))
            }
        }
    }

    /// A setting's value.
    public subscript<Value>(_ setting: Setting<Value>) -> Value {
        values[setting.key.name].flatMap(setting.read) ?? setting.fallback
    }

    /// A setting's value as it was written, or its default.
    public func text(of key: ConfigurationKey) -> String {
        texts[key.name] ?? key.defaultText
    }

    /// Whether a setting differs from its default by being written down.
    public func isSet(_ key: ConfigurationKey) -> Bool {
        texts[key.name] != nil
    }

    /// Sets a value for this copy.
    public mutating func set(_ key: ConfigurationKey, to text: String)
        throws(ConfigurationError)
    {
        guard let value = ConfigurationValue(text, as: key.kind) else {
            throw .badValue(key: key, value: text)
        }
        texts[key.name] = text
        values[key.name] = value
    }

    /// These settings with a column's own over them; what is not allowed there is left out.
    public func overridden(by settings: [String: String]) -> Configuration {
        var copy = self
        for (name, text) in settings {
            guard let key = try? ConfigurationKey.named(name), key.isPerColumn else { continue }
            try? copy.set(key, to: text)
        }
        return copy
    }
}
