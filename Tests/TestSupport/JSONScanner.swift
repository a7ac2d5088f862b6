/// Reads JSON text from front to end.
struct JSONScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func document() throws(JSONSyntaxError) -> JSONValue {
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw error() }
        return value
    }

    private mutating func value() throws(JSONSyntaxError) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object() throws(JSONSyntaxError) -> JSONValue {
        var members: [(key: String, value: JSONValue)] = []
        position += 1
        skipSpace()
        if take("}") { return .object([]) }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw error() }
            let key = try string()
            guard !members.contains(where: { $0.key == key }) else { throw error() }
            skipSpace()
            guard take(":") else { throw error() }
            members.append((key, try value()))
            skipSpace()
        } while take(",")
        guard take("}") else { throw error() }
        return .object(members)
    }

    private mutating func array() throws(JSONSyntaxError) -> JSONValue {
        var elements: [JSONValue] = []
        position += 1
        skipSpace()
        if take("]") { return .array([]) }
        repeat {
            elements.append(try value())
            skipSpace()
        } while take(",")
        guard take("]") else { throw error() }
        return .array(elements)
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        position += 1
        var units: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw error() }
            position += 1
            if byte == UInt8(ascii: "\\") {
                units += Array(String(try escape()).utf8)
            } else {
                units.append(byte)
            }
        }
        guard take("\"") else { throw error() }
        return String(decoding: units, as: UTF8.self)
    }

    private mutating func escape() throws(JSONSyntaxError) -> Character {
        guard let byte = next else { throw error() }
        position += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            var code = try fourDigits()
            if 0xD800..<0xDC00 ~= code {
                guard take("\\"), take("u") else { throw error() }
                let low = try fourDigits()
                guard 0xDC00..<0xE000 ~= low else { throw error() }
                code = 0x10000 + (code - 0xD800) << 10 + low - 0xDC00
            }
            guard let scalar = Unicode.Scalar(code) else { throw error() }
            return Character(scalar)
        default: throw error()
        }
    }

    private mutating func fourDigits() throws(JSONSyntaxError) -> UInt32 {
        guard position + 4 <= bytes.count,
            let code = UInt32(
                String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
        else { throw error() }
        position += 4
        return code
    }

    private mutating func number() throws(JSONSyntaxError) -> JSONValue {
        let start = position
        _ = take("-")
        let whole = digits()
        guard whole.count == 1 || whole.first != UInt8(ascii: "0"), !whole.isEmpty
        else { throw error() }
        if take(".") {
            guard !digits().isEmpty else { throw error() }
        }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            guard !digits().isEmpty else { throw error() }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let number = Double(text) else { throw error() }
        return .number(number)
    }

    private mutating func digits() -> ArraySlice<UInt8> {
        let start = position
        while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
        return bytes[start..<position]
    }

    private mutating func word(
        _ word: String, _ value: JSONValue
    ) throws(JSONSyntaxError) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else { throw error() }
        position += word.utf8.count
        return value
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private func error() -> JSONSyntaxError {
        JSONSyntaxError(
            offset: position,
            near: String(decoding: bytes[position...].prefix(40), as: UTF8.self))
    }
}
