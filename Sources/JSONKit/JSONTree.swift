/// A JSON value read whole; for messages whose size is bounded.
public enum JSONTree: Sendable, Equatable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A number.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONTree])
    /// An object; of members with one key the last counts.
    case object([String: JSONTree])

    /// Messages have no more levels than this.
    private static let maximumDepth = 8

    /// Reads one value, which must be all of the text; nil when it is broken.
    public init?(_ bytes: some Collection<UInt8>) {
        var reader = JSONReader()
        Array(bytes).withUnsafeBufferPointer { reader.append($0) }
        reader.finish()
        guard let tree = Self.read(reader.next(), from: &reader, depth: 0),
            reader.next() == .end
        else { return nil }
        self = tree
    }

    private static func read(
        _ event: JSONEvent, from reader: inout JSONReader, depth: Int
    ) -> JSONTree? {
        guard depth <= maximumDepth else { return nil }
        switch event {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .string: return .string(reader.string)
        case .number: return Double(reader.string).map { .number($0) }
        case .beginArray:
            var elements: [JSONTree] = []
            while true {
                let event = reader.next()
                if event == .endArray { return .array(elements) }
                guard let element = read(event, from: &reader, depth: depth + 1)
                else { return nil }
                elements.append(element)
            }
        case .beginObject:
            var members: [String: JSONTree] = [:]
            while true {
                let event = reader.next()
                if event == .endObject { return .object(members) }
                guard event == .key else { return nil }
                let key = reader.string
                guard let value = read(reader.next(), from: &reader, depth: depth + 1)
                else { return nil }
                members[key] = value
            }
        case .needsInput, .endArray, .endObject, .key, .end, .failure: return nil
        }
    }
}

extension JSONTree {
    /// A member of an object; nil where there is none.
    public subscript(key: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        return members[key]
    }

    /// The text of a string.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The value of a Boolean.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The value of a number.
    public var double: Double? {
        if case .number(let value) = self, value.isFinite { value } else { nil }
    }

    /// A whole number; nil when it has a fraction or does not fit.
    public func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
        double.flatMap { Number(exactly: $0) }
    }

    /// The elements of an array.
    public var elements: [JSONTree]? { if case .array(let value) = self { value } else { nil } }
}
