/// Header fields in the order in which they stand; names are compared without case.
public struct HeaderFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// One line of a header.
    public struct Field: Sendable, Equatable {
        /// The name as written.
        public let name: String
        /// The value without outer white space.
        public let value: String
    }

    /// All fields in order.
    public private(set) var fields: [Field] = []

    /// Makes an empty header.
    public init() {}

    /// Makes a header from a literal, which may name a field twice.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// The first value under a name; setting replaces all of that name.
    public subscript(name: String) -> String? {
        get { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
        set {
            fields.removeAll { $0.name.lowercased() == name.lowercased() }
            if let newValue { append(name, newValue) }
        }
    }

    /// Adds a field, beside others of that name.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }
}
