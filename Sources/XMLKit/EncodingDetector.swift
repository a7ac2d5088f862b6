/// Decides in which encoding a document is written.
public enum EncodingDetector {
    /// How many bytes of a document are enough to decide.
    public static let prefixLength = 64 << 10

    /// What was decided.
    public struct Decision: Sendable, Hashable {
        /// The encoding.
        public let encoding: TextEncoding
        /// How many bytes of a byte order mark to skip.
        public let markLength: Int
    }

    /// Decides by byte order mark, HTTP charset, declaration and the bytes themselves, in this order.
    ///
    /// A label that the bytes contradict is not believed: UTF-16 over single bytes, or the label
    /// of a default western encoding over bytes that are good UTF-8, and the reverse.
    public static func decide(
        prefix: UnsafeBufferPointer<UInt8>, isWhole: Bool, charset: String?
    ) -> Decision {
        if let marked = byMark(prefix) {
            return marked
        }
        if let wide = byZeros(prefix) {
            return Decision(encoding: wide, markLength: 0)
        }
        let declaration = declared(in: prefix).flatMap { TextEncoding(label: $0) }
        var label = charset.flatMap { TextEncoding(label: $0) }
        if label?.isWide ?? true {
            label = declaration
        }
        let evidence = UTF8Evidence(prefix, isWhole: isWhole)
        if label == .utf8, evidence.broken > 0, let declaration, declaration.iconvName != nil,
            !declaration.isWide
        {
            // The header's UTF-8 is no such thing, and the document knows better.
            label = declaration
        }
        if let label, label.iconvName != nil, !label.isWide, !evidence.contradicts(label) {
            return Decision(encoding: label, markLength: 0)
        }
        // UTF-8, a western default, or no word about it: the bytes decide.
        let encoding: TextEncoding =
            if evidence.broken == 0 {
                evidence.characters == 0 && label == .windows1252 ? .windows1252 : .utf8
            } else if label == .windows1252 || evidence.characters == 0 {
                .windows1252
            } else {
                .utf8
            }
        return Decision(encoding: encoding, markLength: 0)
    }

    private static func byMark(_ bytes: UnsafeBufferPointer<UInt8>) -> Decision? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            return Decision(encoding: .utf8, markLength: 3)
        }
        if bytes.starts(with: [0xFF, 0xFE, 0, 0]) {
            return Decision(encoding: .utf32LE, markLength: 4)
        }
        if bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
            return Decision(encoding: .utf32BE, markLength: 4)
        }
        if bytes.starts(with: [0xFF, 0xFE]) {
            return Decision(encoding: .utf16LE, markLength: 2)
        }
        if bytes.starts(with: [0xFE, 0xFF]) {
            return Decision(encoding: .utf16BE, markLength: 2)
        }
        return nil
    }

    /// Wide encodings without a mark: the first characters of markup and JSON are ASCII.
    private static func byZeros(_ bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding? {
        guard bytes.count >= 4 else { return nil }
        switch (bytes[0] != 0, bytes[1] != 0, bytes[2] != 0, bytes[3] != 0) {
        case (false, false, false, true): return .utf32BE
        case (true, false, false, false): return .utf32LE
        case (false, true, false, true): return .utf16BE
        case (true, false, true, false): return .utf16LE
        default: return nil
        }
    }

    /// The encoding that an XML declaration near the start, or HTML's meta element, names.
    private static func declared(in prefix: UnsafeBufferPointer<UInt8>) -> String? {
        let head = UnsafeBufferPointer(rebasing: prefix.prefix(4_096))
        if let start = head.firstRange(of: Array("<?xml".utf8))?.upperBound {
            let rest = head[start...]
            let stop = rest.firstIndex(of: UInt8(ascii: ">")) ?? rest.endIndex
            return value(after: "encoding", in: head[start..<stop])
        }
        return value(after: "charset", in: head[...])
    }

    private static func value(
        after name: String, in bytes: Slice<UnsafeBufferPointer<UInt8>>
    ) -> String? {
        guard let found = bytes.firstRange(of: Array(name.utf8)) else { return nil }
        let isFiller: (UInt8) -> Bool = { $0 <= 32 || $0 == 34 || $0 == 39 || $0 == 61 }
        let value = bytes[found.upperBound...].drop(while: isFiller)
            .prefix { !isFiller($0) && $0 != 47 && $0 != 62 && $0 != 59 && $0 != 63 }
        return value.isEmpty || value.count > 40 ? nil : String(decoding: value, as: UTF8.self)
    }
}

/// How much of some bytes is UTF-8 beyond ASCII, and how much is broken.
private struct UTF8Evidence {
    var characters = 0
    var broken = 0

    /// Whether bytes that call themselves something else are UTF-8 beyond doubt.
    ///
    /// A few letters of an alphabet, or a dozen characters of two bytes, are no such by chance.
    func contradicts(_ label: TextEncoding) -> Bool {
        broken == 0 && characters >= (label.isSingleByte ? 4 : 20)
    }

    init(_ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) {
        var index = 0
        while index < bytes.count {
            guard bytes[index] >= 0x80 else {
                index += 1
                continue
            }
            switch UTF8Scan.sequence(bytes, at: index) {
            case .valid(let length):
                characters += 1
                index += length
            case .cut where !isWhole:
                return
            case .cut:
                broken += 1
                return
            case .invalid(let length):
                broken += 1
                index += length
            }
        }
    }
}
