/// Writes JSON text in the order in which it is told, without building a tree.
///
/// Commas come by themselves. Nothing that the outside world sends can make it invalid: strings
/// are escaped (RFC 8259, section 7), and numbers that JSON cannot say become null.
public struct JSONWriter {
    /// The text so far as UTF-8.
    public private(set) var utf8: [UInt8] = []
    private var needsComma = false

    /// The text so far.
    public var text: String { String(decoding: utf8, as: UTF8.self) }

    /// Makes an empty writer.
    public init() {}

    /// Forgets the text so far, once it is written elsewhere; what follows goes on after it.
    public mutating func forgetText() {
        utf8.removeAll(keepingCapacity: true)
    }

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
        utf8.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string, or null.
    public mutating func string(_ value: String?) {
        guard var value else { return null() }
        separate()
        utf8.append(UInt8(ascii: "\""))
        value.withUTF8 { escape($0) }
        utf8.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes text that is JSON already, or part of it, as it stands; no comma is put before what
    /// follows.
    public mutating func raw(_ json: String) {
        utf8.append(contentsOf: json.utf8)
        needsComma = false
    }

    /// Writes a whole number, or null.
    public mutating func number(_ value: (some BinaryInteger)?) {
        guard let value else { return null() }
        write(String(value))
    }

    /// Writes a number with a fraction; null for nil, infinities and not-a-number.
    public mutating func number(_ value: Double?) {
        guard let value, value.isFinite else { return null() }
        if let whole = Int64(exactly: value) {
            write(String(whole))
        } else {
            write("\(value)")
        }
    }

    /// Writes true or false, or null.
    public mutating func bool(_ value: Bool?) {
        guard let value else { return null() }
        write(value ? "true" : "false")
    }

    /// Writes null.
    public mutating func null() {
        write("null")
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

    /// Copies what is harmless in runs and escapes the rest.
    private mutating func escape(_ bytes: UnsafeBufferPointer<UInt8>) {
        var runStart = 0
        var index = 0
        while index < bytes.count {
            let length = escapedLength(bytes, at: index)
            guard length > 0 else {
                index += 1
                continue
            }
            utf8.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[runStart..<index]))
            writeEscape(of: bytes, at: index, length: length)
            index += length
            runStart = index
        }
        utf8.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[runStart...]))
    }

    /// How many bytes at a place are to be escaped together; 0 for none.
    @inline(__always)
    private func escapedLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        switch bytes[index] {
        case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F:
            return 1
        case 0xC2 where index + 1 < bytes.count && bytes[index + 1] < 0xA0:
            // C1 controls are legal, but terminals act on them.
            return 2
        case 0xE2
        where index + 2 < bytes.count && bytes[index + 1] == 0x80
            && (bytes[index + 2] & 0xFE == 0x8E || 0xA8...0xAE ~= bytes[index + 2]):
            // Line separators (U+2028/9) are legal, but JavaScript acts on them; marks of
            // direction (U+200E/F, U+202A to U+202E) turn what stands around them.
            return 3
        case 0xE2
        where index + 2 < bytes.count && bytes[index + 1] == 0x81
            && 0xA6...0xA9 ~= bytes[index + 2]:
            // Isolates (U+2066 to U+2069) do likewise.
            return 3
        case 0xD8 where index + 1 < bytes.count && bytes[index + 1] == 0x9C:
            // The Arabic letter mark (U+061C) too.
            return 2
        default:
            return 0
        }
    }

    private mutating func writeEscape(
        of bytes: UnsafeBufferPointer<UInt8>, at index: Int, length: Int
    ) {
        let value: UInt16
        switch (length, bytes[index]) {
        case (1, UInt8(ascii: "\"")): return utf8.append(contentsOf: "\\\"".utf8)
        case (1, UInt8(ascii: "\\")): return utf8.append(contentsOf: "\\\\".utf8)
        case (1, 10): return utf8.append(contentsOf: "\\n".utf8)
        case (1, 13): return utf8.append(contentsOf: "\\r".utf8)
        case (1, 9): return utf8.append(contentsOf: "\\t".utf8)
        case (1, let byte): value = UInt16(byte)
        case (2, let first): value = UInt16(first & 0x1F) << 6 | UInt16(bytes[index + 1] & 0x3F)
        default:
            value = 0x2000 | UInt16(bytes[index + 1] & 0x3F) << 6 | UInt16(bytes[index + 2] & 0x3F)
        }
        let digits = String(value, radix: 16)
        utf8.append(contentsOf: "\\u".utf8)
        utf8.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
        utf8.append(contentsOf: digits.utf8)
    }

    private mutating func separate() {
        if needsComma {
            utf8.append(UInt8(ascii: ","))
        }
    }

    private mutating func open(_ bracket: String) {
        separate()
        utf8.append(contentsOf: bracket.utf8)
        needsComma = false
    }

    private mutating func close(_ bracket: String) {
        utf8.append(contentsOf: bracket.utf8)
        needsComma = true
    }

    private mutating func write(_ value: String) {
        separate()
        utf8.append(contentsOf: value.utf8)
        needsComma = true
    }
}
