/// Strictly read JSON (RFC 8259), for tests of what a program prints.
///
/// On its own, so that a mistake of JSONKit's writer is not read back by a mistake of its reader.
public enum JSONValue: Sendable, Equatable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// Any number.
    case number(Double)
    /// A string, with its escapes resolved.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object, with its members in order; a repeated key is refused.
    case object([(key: String, value: JSONValue)])

    /// Reads one value, which must be all of the text but for white space.
    public init(_ text: String) throws(JSONSyntaxError) {
        var scanner = JSONScanner(text)
        self = try scanner.document()
    }

    /// Reads one value a line, as streams of events have it.
    public static func lines(_ text: String) throws(JSONSyntaxError) -> [JSONValue] {
        var values: [JSONValue] = []
        for line in text.split(separator: "\n") { values.append(try JSONValue(String(line))) }
        return values
    }

    /// Equal in kind and content; objects also in the order of their members.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0 == $1 }
        default: false
        }
    }
}

extension JSONValue {
    /// The member of an object, or nil where there is none.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The elements of an array; empty for anything else.
    public var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The keys of an object in order; empty for anything else.
    public var keys: [String] {
        if case .object(let members) = self { members.map(\.key) } else { [] }
    }

    /// The text of a string.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value of a number.
    public var double: Double? {
        if case .number(let number) = self { number } else { nil }
    }

    /// The value of a whole number.
    public var int: Int? {
        if case .number(let number) = self { Int(exactly: number) } else { nil }
    }

    /// The value of a Boolean.
    public var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }
}
