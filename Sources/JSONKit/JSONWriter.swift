/// Writes JSON text in the order in which it is told, without building a tree.
///
/// Commas come by themselves. Nothing that the outside world sends can make it invalid: strings
/// are escaped (RFC 8259, section 7), and numbers that JSON cannot say become null.
public struct JSONWriter {
    /// The text so far.
    public private(set) var text = ""
    private var needsComma = false

    /// Makes an empty writer.
    public init() {}

    /// Writes an object whose members the closure writes.
    public mutating func object(_ members: (inout JSONWriter) throws -> Void) rethrows {
        open("{")
        try members(&self)
        close("}")
    }

    /// Writes an array whose elements the closure writes.
    public mutating func array(_ elements: (inout JSONWriter) throws -> Void) rethrows {
        open("[")
        try elements(&self)
        close("]")
    }

    /// Writes a member's key; its value is the next thing written.
    public mutating func key(_ name: String) {
        string(name)
        text += ":"
        needsComma = false
    }

    /// Writes a string, or null.
    public mutating func string(_ value: String?) {
        guard let value else { return null() }
        separate()
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                // C1 controls and line separators are legal, but terminals and JavaScript act on them.
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
        needsComma = true
    }

    /// Writes a whole number, or null.
    public mutating func number(_ value: (some BinaryInteger)?) {
        guard let value else { return null() }
        raw(String(value))
    }

    /// Writes a number with a fraction; null for nil, infinities and not-a-number.
    public mutating func number(_ value: Double?) {
        guard let value, value.isFinite else { return null() }
        if let whole = Int64(exactly: value) {
            raw(String(whole))
        } else {
            raw("\(value)")
        }
    }

    /// Writes true or false, or null.
    public mutating func bool(_ value: Bool?) {
        guard let value else { return null() }
        raw(value ? "true" : "false")
    }

    /// Writes null.
    public mutating func null() {
        raw("null")
    }
}

extension JSONWriter {
    /// Writes a member with a string value, or null.
    public mutating func member(_ name: String, _ value: String?) {
        key(name)
        string(value)
    }

    /// Writes a member with a whole number, or null.
    public mutating func member(_ name: String, _ value: (some BinaryInteger)?) {
        key(name)
        number(value)
    }

    /// Writes a member with a number, or null.
    public mutating func member(_ name: String, _ value: Double?) {
        key(name)
        number(value)
    }

    /// Writes a member with true or false, or null.
    public mutating func member(_ name: String, _ value: Bool?) {
        key(name)
        bool(value)
    }

    private mutating func separate() {
        if needsComma {
            text += ","
        }
    }

    private mutating func open(_ bracket: String) {
        separate()
        text += bracket
        needsComma = false
    }

    private mutating func close(_ bracket: String) {
        text += bracket
        needsComma = true
    }

    private mutating func raw(_ value: String) {
        separate()
        text += value
        needsComma = true
    }
}
