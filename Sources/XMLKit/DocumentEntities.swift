/// The entities that a document declares for itself, as far as they are plain text.
///
/// A value that mentions another entity or markup is not taken, and all expansions together stay
/// below a limit: neither "billion laughs" nor one long entity used often can take memory or time.
struct DocumentEntities {
    private static let maximumCount = 256
    private static let maximumExpansion = 1 << 20

    private var values: [[UInt8]: [UInt8]] = [:]
    private var expanded = 0

    /// Takes the declarations of a DOCTYPE.
    mutating func declare(from doctype: UnsafeBufferPointer<UInt8>) {
        guard let open = doctype.firstIndex(of: UInt8(ascii: "[")) else { return }
        let keyword = Array("<!ENTITY".utf8)
        var index = open
        while let start = doctype[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = start + 1
            guard doctype[start...].starts(with: keyword), values.count < Self.maximumCount else {
                continue
            }
            declareOne(doctype[(start + keyword.count)...])
        }
    }

    func isDeclared(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        !values.isEmpty && values[Array(name)] != nil
    }

    /// The text for a declared name; nil once the limit is reached.
    mutating func replacement(for name: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard let value = values[Array(name)], expanded + value.count <= Self.maximumExpansion
        else { return nil }
        expanded += value.count
        return value
    }

    private mutating func declareOne(_ rest: Slice<UnsafeBufferPointer<UInt8>>) {
        let trimmed = rest.drop(while: isSpace)
        let name = trimmed.prefix { !isSpace($0) && $0 != UInt8(ascii: ">") }
        let value = trimmed.dropFirst(name.count).drop(while: isSpace)
        guard let quote = value.first, quote == 34 || quote == 39, name.count < 32,
            values[Array(name)] == nil
        else { return }
        let body = value.dropFirst().prefix { $0 != quote }
        let text = XMLReferences.decoded(UnsafeBufferPointer(rebasing: body))
        values[Array(name)] =
            text.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") } ? [] : text
    }

    private func isSpace(_ byte: UInt8) -> Bool {
        byte == 32 || byte == 10 || byte == 13 || byte == 9
    }
}
