/// The string literals of a Swift source, as keys of translations: what stands between them is `%1`
/// to `%9`.
struct SwiftLiterals {
    /// A literal.
    struct Literal: Equatable {
        let key: String
        let line: Int
    }

    private let text: [Character]
    private(set) var literals: [Literal] = []

    init(_ source: String) {
        text = Array(source)
        var index = 0
        while index < text.count {
            if starts("//", index) {
                while index < text.count, text[index] != "\n" { index += 1 }
            } else if text[index] == "\"" {
                index = readLiteral(index)
            } else {
                index += 1
            }
        }
    }

    private func starts(_ word: String, _ index: Int) -> Bool {
        index + word.count <= text.count && zip(word, text[index...]).allSatisfy { $0 == $1 }
    }

    /// Reads a literal and those in its places; where the source goes on.
    private mutating func readLiteral(_ start: Int) -> Int {
        let line = 1 + text[..<start].count { $0 == "\n" }
        let isLong = starts("\"\"\"", start)
        let end = isLong ? "\"\"\"" : "\""
        var (index, key, places) = (start + end.count, "", 0)
        while index < text.count, !starts(end, index) {
            guard text[index] == "\\", index + 1 < text.count else {
                key.append(text[index])
                index += 1
                continue
            }
            switch text[index + 1] {
            case "(":
                places += 1
                key += "%\(places)"
                index = readPlace(index + 2)
                continue
            // Lines that go on below are joined when their indentation is known.
            case "\n": key += "\u{0}\n"
            case "n": key += "\n"
            case "t": key += "\t"
            case "u":
                let digits = text[(index + 3)...].prefix { $0 != "}" }
                key +=
                    UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init)
                    .map { String($0) } ?? ""
                index += digits.count + 4
                continue
            case let other: key.append(other)
            }
            index += 2
        }
        index += end.count
        // What has a meaning of its own in a context.
        let mark = ", context: \""
        if starts(mark, index) {
            let rest = text[(index + mark.count)...]
            key = "\(String(rest.prefix { $0 != "\"" }))|\(key)"
        }
        literals.append(Literal(key: isLong ? Self.joined(key) : key, line: line))
        return index
    }

    /// Reads what stands in a place up to its parenthesis.
    private mutating func readPlace(_ start: Int) -> Int {
        var (index, depth) = (start, 1)
        let isCount = starts("count:", start)
        while index < text.count, depth > 0 {
            switch text[index] {
            case "\"":
                let known = literals.count
                index = readLiteral(index)
                // A number of things: the noun has a place before it.
                if isCount, depth == 1, let noun = literals.last, literals.count == known + 1 {
                    literals[known] = Literal(key: "%1 \(noun.key)", line: noun.line)
                }
                continue
            case "(": depth += 1
            case ")": depth -= 1
            default: break
            }
            index += 1
        }
        return index
    }

    /// A literal of several lines without the indentation of its end, and with lines joined.
    private static func joined(_ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count > 2, let last = lines.popLast() else { return text }
        return lines.dropFirst().map { line in
            line.prefix(last.count).allSatisfy { $0 == " " } ? line.dropFirst(last.count) : line
        }.joined(separator: "\n").replacing("\u{0}\n", with: "")
    }
}
