import CSystemdBus

/// Values into messages and out of them.
enum BusCoding {
    /// Nothing that is deeper is read; D-Bus allows 64.
    private static let maximumDepth = 32

    /// Puts values at a message's end.
    static func append(
        _ values: [BusValue], to message: OpaquePointer
    ) throws(BusError) {
        for value in values { try append(value, to: message) }
    }

    static func append(_ value: BusValue, to message: OpaquePointer) throws(BusError) {
        switch value {
        case .byte(let number): try basic("y", number, message)
        case .bool(let isTrue): try basic("b", Int32(isTrue ? 1 : 0), message)
        case .int16(let number): try basic("n", number, message)
        case .uint16(let number): try basic("q", number, message)
        case .int32(let number): try basic("i", number, message)
        case .uint32(let number): try basic("u", number, message)
        case .int64(let number): try basic("x", number, message)
        case .uint64(let number): try basic("t", number, message)
        case .double(let number): try basic("d", number, message)
        case .string(let text): try string("s", text, message)
        case .objectPath(let text): try string("o", text, message)
        case .signature(let text): try string("g", text, message)
        // sd-bus keeps a copy of its own.
        case .descriptor(let descriptor): try basic("h", descriptor.rawValue, message)
        case .variant(let inner):
            try container("v", inner.type, message) { () throws(BusError) in
                try append(inner, to: message)
            }
        case .structure(let members):
            let types = members.map(\.type).joined()
            try container("r", types, message) { () throws(BusError) in
                try append(members, to: message)
            }
        case .array(let type, let elements):
            try container("a", type, message) { () throws(BusError) in
                try append(elements, to: message)
            }
        case .dictionary(let key, let value, let entries):
            try container("a", "{\(key)\(value)}", message) { () throws(BusError) in
                for entry in entries {
                    try container("e", key + value, message) { () throws(BusError) in
                        try append(entry.key, to: message)
                        try append(entry.value, to: message)
                    }
                }
            }
        }
    }

    private static func basic(
        _ type: Unicode.Scalar, _ value: some BitwiseCopyable, _ message: OpaquePointer
    ) throws(BusError) {
        var value = value
        let code = withUnsafePointer(to: &value) {
            sd_bus_message_append_basic(message, letter(type), $0)
        }
        try check("sd_bus_message_append_basic", code)
    }

    private static func string(
        _ type: Unicode.Scalar, _ text: String, _ message: OpaquePointer
    ) throws(BusError) {
        let code = text.withCString { sd_bus_message_append_basic(message, letter(type), $0) }
        try check("sd_bus_message_append_basic", code)
    }

    private static func container(
        _ type: Unicode.Scalar, _ contents: String, _ message: OpaquePointer,
        _ body: () throws(BusError) -> Void
    ) throws(BusError) {
        try check(
            "sd_bus_message_open_container",
            sd_bus_message_open_container(message, letter(type), contents))
        try body()
        try check("sd_bus_message_close_container", sd_bus_message_close_container(message))
    }

    private static func letter(_ scalar: Unicode.Scalar) -> CChar {
        CChar(truncatingIfNeeded: scalar.value)
    }

    // MARK: - Out of messages

    /// Reads all values that are left in a message, or in its open container.
    static func values(of message: OpaquePointer, depth: Int = 0) throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        while let value = try next(of: message, depth: depth) { values.append(value) }
        return values
    }

    /// Reads one value; nil at the end (`sd_bus_message_peek_type`).
    static func next(of message: OpaquePointer, depth: Int = 0) throws(BusError) -> BusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        let code = try check(
            "sd_bus_message_peek_type", sd_bus_message_peek_type(message, &type, &contents))
        guard code > 0 else { return nil }
        guard depth < maximumDepth else {
            throw .system(call: "sd_bus_message_peek_type", errno: 0)
        }
        let inner = contents.map { String(cString: $0) } ?? ""
        switch Unicode.Scalar(UInt8(bitPattern: type)) {
        case "y": return .byte(try number(of: message, "y", 0))
        case "b": return .bool(try number(of: message, "b", Int32(0)) != 0)
        case "n": return .int16(try number(of: message, "n", 0))
        case "q": return .uint16(try number(of: message, "q", 0))
        case "i": return .int32(try number(of: message, "i", 0))
        case "h": return .descriptor(BusDescriptor(copying: try number(of: message, "h", -1)))
        case "u": return .uint32(try number(of: message, "u", 0))
        case "x": return .int64(try number(of: message, "x", 0))
        case "t": return .uint64(try number(of: message, "t", 0))
        case "d": return .double(try number(of: message, "d", 0))
        case "s": return .string(try text(of: message, "s"))
        case "o": return .objectPath(try text(of: message, "o"))
        case "g": return .signature(try text(of: message, "g"))
        case "v":
            let values = try container(of: message, "v", inner, depth)
            guard let value = values.first else {
                throw .system(call: "sd_bus_message_enter_container", errno: 0)
            }
            return .variant(value)
        case "r": return .structure(try container(of: message, "r", inner, depth))
        case "a" where inner.hasPrefix("{"):
            return try dictionary(of: message, inner, depth)
        case "a": return .array(of: inner, try container(of: message, "a", inner, depth))
        default: throw .system(call: "sd_bus_message_peek_type", errno: 0)
        }
    }

    private static func number<Number: BitwiseCopyable>(
        of message: OpaquePointer, _ type: Unicode.Scalar, _ initial: Number
    ) throws(BusError) -> Number {
        var number = initial
        let code = withUnsafeMutableBytes(of: &number) {
            sd_bus_message_read_basic(message, letter(type), $0.baseAddress)
        }
        try check("sd_bus_message_read_basic", code)
        return number
    }

    private static func text(
        of message: OpaquePointer, _ type: Unicode.Scalar
    ) throws(BusError) -> String {
        var text: UnsafePointer<CChar>?
        try check(
            "sd_bus_message_read_basic", sd_bus_message_read_basic(message, letter(type), &text))
        return text.map { String(cString: $0) } ?? ""
    }

    private static func container(
        of message: OpaquePointer, _ type: Unicode.Scalar, _ contents: String, _ depth: Int
    ) throws(BusError) -> [BusValue] {
        try check(
            "sd_bus_message_enter_container",
            sd_bus_message_enter_container(message, letter(type), contents))
        let values = try values(of: message, depth: depth + 1)
        try check("sd_bus_message_exit_container", sd_bus_message_exit_container(message))
        return values
    }

    private static func dictionary(
        of message: OpaquePointer, _ contents: String, _ depth: Int
    ) throws(BusError) -> BusValue {
        let types = contents.dropFirst().dropLast()
        var entries: [BusValue.Entry] = []
        try check(
            "sd_bus_message_enter_container",
            sd_bus_message_enter_container(message, letter("a"), contents))
        while try check(
            "sd_bus_message_enter_container",
            sd_bus_message_enter_container(message, letter("e"), String(types))) > 0
        {
            let pair = try values(of: message, depth: depth + 1)
            try check("sd_bus_message_exit_container", sd_bus_message_exit_container(message))
            if pair.count == 2 { entries.append(BusValue.Entry(pair[0], pair[1])) }
        }
        try check("sd_bus_message_exit_container", sd_bus_message_exit_container(message))
        return .dictionary(
            keys: String(types.prefix(1)), values: String(types.dropFirst()), entries)
    }
}
