/// Bytes in Base64 (RFC 4648, with padding).
public func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let group = bytes[start..<min(start + 3, bytes.count)]
        var bits = group.reduce(0) { $0 << 8 | Int($1) }
        bits <<= 8 * (3 - group.count)
        for digit in 0..<4 {
            let isPadding = digit > group.count
            text.append(isPadding ? "=" : alphabet[bits >> (6 * (3 - digit)) & 63])
        }
    }
    return text
}

extension StringProtocol {
    /// The text without spaces, tabs and line ends at either side.
    var trimmed: String {
        var view = self[...]
        while let first = view.first, first.isWhitespace { view = view.dropFirst() }
        while let last = view.last, last.isWhitespace { view = view.dropLast() }
        return String(view)
    }
}
