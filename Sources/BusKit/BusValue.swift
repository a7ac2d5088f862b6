/// A value with one of D-Bus's types.
public indirect enum BusValue: Sendable, Hashable {
    /// `y`
    case byte(UInt8)
    /// `b`
    case bool(Bool)
    /// `n`
    case int16(Int16)
    /// `q`
    case uint16(UInt16)
    /// `i`
    case int32(Int32)
    /// `u`
    case uint32(UInt32)
    /// `x`
    case int64(Int64)
    /// `t`
    case uint64(UInt64)
    /// `d`
    case double(Double)
    /// `s`
    case string(String)
    /// `o`
    case objectPath(String)
    /// `g`
    case signature(String)
    /// `h`
    case descriptor(BusDescriptor)
    /// `a`, with the elements' type.
    case array(of: String, [BusValue])
    /// `a{…}`, with the types of key and value, in this order.
    case dictionary(keys: String, values: String, [Entry])
    /// `(…)`
    case structure([BusValue])
    /// `v`
    case variant(BusValue)

    /// A key and its value.
    public struct Entry: Sendable, Hashable {
        /// A basic value.
        public let key: BusValue
        /// Any value.
        public let value: BusValue

        /// Makes an entry.
        public init(_ key: BusValue, _ value: BusValue) {
            self.key = key
            self.value = value
        }
    }

    /// Its type in D-Bus's letters.
    public var type: String {
        switch self {
        case .byte: "y"
        case .bool: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .descriptor: "h"
        case .array(let element, _): "a" + element
        case .dictionary(let key, let value, _): "a{\(key)\(value)}"
        case .structure(let members): "(" + members.map(\.type).joined() + ")"
        case .variant: "v"
        }
    }
}

extension BusValue {
    /// An array of strings.
    public static func strings(_ values: [String]) -> BusValue {
        .array(of: "s", values.map { .string($0) })
    }

    /// A dictionary from strings to variants, `a{sv}`, in this order.
    public static func properties(_ values: [(String, BusValue)]) -> BusValue {
        .dictionary(
            keys: "s", values: "v",
            values.map { Entry(.string($0.0), .variant($0.1)) })
    }

    /// The text of a string, object path or signature.
    public var text: String? {
        switch self {
        case .string(let text), .objectPath(let text), .signature(let text): text
        case .variant(let value): value.text
        default: nil
        }
    }

    /// The value of a Boolean.
    public var bool: Bool? {
        switch self {
        case .bool(let value): value
        case .variant(let value): value.bool
        default: nil
        }
    }

    /// The elements of an array or structure; empty for anything else.
    public var elements: [BusValue] {
        switch self {
        case .array(_, let elements), .structure(let elements): elements
        case .variant(let value): value.elements
        default: []
        }
    }

    /// The value of a dictionary under a string, without its variant.
    public subscript(key: String) -> BusValue? {
        switch self {
        case .variant(let value): return value[key]
        case .dictionary(_, _, let entries):
            guard let value = entries.first(where: { $0.key.text == key })?.value else {
                return nil
            }
            if case .variant(let inner) = value { return inner }
            return value
        default: return nil
        }
    }
}
