@preconcurrency import Glibc

extension XMLReader {
    /// The next event outside of sections; nil when only the mode has changed.
    mutating func nextInContent() -> XMLEvent? {
        guard cursor < end else {
            return isFinal ? finishDocument() : .needsInput
        }
        return base[cursor] == UInt8(ascii: "<") ? nextMarkup() : nextText()
    }

    /// Whether the document is over and the ends of elements are those that it did not have.
    public var isClosingCutElements: Bool { isOver }

    private mutating func finishDocument() -> XMLEvent {
        if !isOver {
            isOver = true
            if dialect == .xml, depth > 0 {
                note(.openElements)
            }
            pendingEnds = depth
        }
        return pendingEnds > 0 ? closeInnermost() : .endOfDocument
    }

    // MARK: Text

    private mutating func nextText() -> XMLEvent? {
        let limit = find(byte: UInt8(ascii: "<"), from: cursor, to: end) ?? end
        guard let ampersand = find(byte: UInt8(ascii: "&"), from: cursor, to: limit) else {
            textStart = cursor
            textEnd = limit
            cursor = limit
            return .text
        }
        return decodeText(from: ampersand, to: limit)
    }

    /// Decodes references in place, from the first one on: a reference is never shorter than what it
    /// stands for.
    private mutating func decodeText(from ampersand: Int, to limit: Int) -> XMLEvent? {
        textStart = cursor
        var read = ampersand
        var write = ampersand
        while read < limit {
            let next = find(byte: UInt8(ascii: "&"), from: read, to: limit) ?? limit
            if next > read {
                if write != read {
                    memmove(base + write, base + read, next - read)
                }
                write += next - read
                read = next
                continue
            }
            switch reference(at: read, to: limit) {
            case .scalar(let scalar, let length):
                write += encode(scalar, at: write)
                read += length
            case .entity(let replacement, let length):
                read += length
                if replacement.count <= length {
                    for byte in replacement {
                        base[write] = byte
                        write += 1
                    }
                    continue
                }
                textEnd = write
                cursor = read
                if textStart < textEnd {
                    pendingExpansion = replacement
                } else {
                    expandedText = replacement
                }
                return .text
            case .none:
                base[write] = UInt8(ascii: "&")
                write += 1
                read += 1
            case .incomplete:
                textEnd = write
                cursor = read
                return textStart < textEnd ? .text : .needsInput
            }
        }
        textEnd = write
        cursor = limit
        return textStart < textEnd ? .text : nil
    }

    private enum Reference {
        case scalar(UInt32, length: Int)
        case entity([UInt8], length: Int)
        case none
        case incomplete
    }

    /// What stands at an ampersand.
    private mutating func reference(at start: Int, to limit: Int) -> Reference {
        var index = start + 1
        let isCut = limit == end && !isFinal
        guard index < limit else { return isCut ? .incomplete : .none }
        if base[index] == UInt8(ascii: "#") {
            guard let (scalar, length) = XMLReferences.numeric(base + start, count: limit - start)
            else {
                return isCut && limit - start < 24 ? .incomplete : .none
            }
            if isCut, start + length + 8 > limit, limit - start < 24 {
                return .incomplete
            }
            return .scalar(scalar, length: length)
        }
        let stop = min(limit, start + 34)
        while index < stop, XMLReferences.isNameByte(base[index]) {
            index += 1
        }
        if index == limit, isCut, index - start < 34 {
            return .incomplete
        }
        guard index < limit, base[index] == UInt8(ascii: ";"), index > start + 1 else {
            return .none
        }
        let name = UnsafeBufferPointer(start: base + start + 1, count: index - start - 1)
        if let scalar = XMLReferences.named(name) {
            return .scalar(scalar, length: index + 1 - start)
        }
        guard dialect == .xml, entities.isDeclared(name) else { return .none }
        if let replacement = entities.replacement(for: name) {
            return .entity(replacement, length: index + 1 - start)
        }
        note(.overLimit)
        return .entity([], length: index + 1 - start)
    }

    private mutating func encode(_ scalar: UInt32, at place: Int) -> Int {
        XMLReferences.encode(scalar, into: base + place)
    }

    // MARK: Markup

    private mutating func nextMarkup() -> XMLEvent? {
        guard cursor + 1 < end else {
            return isFinal ? literalBracket() : .needsInput
        }
        let second = base[cursor + 1]
        switch second {
        case UInt8(ascii: "/"): return nextEndTag()
        case UInt8(ascii: "!"): return nextDeclaration()
        case UInt8(ascii: "?"):
            cursor += 2
            mode = .instruction
            return nil
        default:
            return XMLReferences.isNameStart(second) ? nextStartTag() : literalBracket()
        }
    }

    /// A `<` that begins no tag is text.
    mutating func literalBracket() -> XMLEvent {
        textStart = cursor
        textEnd = cursor + 1
        cursor += 1
        return .text
    }

    private mutating func nextDeclaration() -> XMLEvent? {
        if starts(with: "<!--") {
            cursor += 4
            mode = .comment
            return nil
        }
        if dialect == .xml || depth > 0, starts(with: "<![CDATA[") {
            cursor += 9
            mode = .cdata
            return nil
        }
        if !isFinal, end - cursor < 9 {
            return .needsInput
        }
        if starts(with: "<!DOCTYPE") {
            return nextDoctype()
        }
        cursor += 2
        mode = .declaration
        return nil
    }

    private func starts(with wanted: StaticString) -> Bool {
        guard end - cursor >= wanted.utf8CodeUnitCount else { return false }
        for index in 0..<wanted.utf8CodeUnitCount
        where lowercased(base[cursor + index]) != lowercased(wanted.utf8Start[index]) {
            return false
        }
        return true
    }

    /// A document type declaration: its entities are taken, nothing is fetched.
    private mutating func nextDoctype() -> XMLEvent? {
        var index = cursor + 9
        var isInSubset = false
        var quote: UInt8 = 0
        while index < end {
            let byte = base[index]
            if quote != 0 {
                quote = byte == quote ? 0 : quote
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "[") {
                isInSubset = true
            } else if byte == UInt8(ascii: "]") {
                isInSubset = false
            } else if byte == UInt8(ascii: ">"), !isInSubset {
                textStart = cursor
                textEnd = index + 1
                cursor = index + 1
                entities.declare(
                    from: UnsafeBufferPointer(start: base + textStart, count: textEnd - textStart))
                return .doctype
            }
            index += 1
        }
        if isFinal || end - cursor > Self.maximumTag {
            // Quotes or brackets that never close: give up on the declaration at its first `>`.
            note(.unterminated)
            cursor += 9
            mode = .declaration
            return nil
        }
        return .needsInput
    }
}
