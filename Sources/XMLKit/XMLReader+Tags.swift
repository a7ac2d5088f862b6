@preconcurrency import Glibc

extension XMLReader {
    mutating func nextEndTag() -> XMLEvent? {
        // A `<` before the `>`: the tag was never closed; its name is what stands before it.
        let bracket = find(byte: UInt8(ascii: "<"), from: cursor + 2, to: end)
        let close = find(byte: UInt8(ascii: ">"), from: cursor + 2, to: bracket ?? end)
        guard let tagStop = close.map({ $0 + 1 }) ?? bracket else {
            guard isFinal || end - cursor > Self.maximumTag else { return .needsInput }
            note(.unterminated)
            if isFinal {
                cursor = end
                return nil
            }
            return literalBracket()
        }
        if close == nil {
            note(.unterminated)
        }
        let nameLimit = close ?? tagStop
        var nameEnd = cursor + 2
        while nameEnd < nameLimit, !isSpace(base[nameEnd]) {
            nameEnd += 1
        }
        let name = names.number(
            of: UnsafeBufferPointer(start: base + cursor + 2, count: nameEnd - cursor - 2))
        tagStart = cursor
        isAtEndTag = true
        tagEnd = tagStop
        cursor = tagEnd
        return closeElement(named: Int32(name))
    }

    private mutating func closeElement(named name: Int32) -> XMLEvent? {
        guard dialect == .xml else {
            currentElement = element(named: Int(name), in: 0)
            return .endElement
        }
        if untrackedDepth > 0 {
            pendingEnds = 1
            return closeInnermost()
        }
        if let last = open.last, last.name == name {
            pendingEnds = 1
            return closeInnermost()
        }
        note(.mismatchedTag)
        // Bounded, so that a page of stray end tags below deep nesting stays linear.
        let floor = max(0, open.count - 64)
        var index = open.count - 1
        while index >= floor {
            if open[index].name == name {
                pendingEnds = open.count - index
                return closeInnermost()
            }
            index -= 1
        }
        return nil
    }

    func isSpace(_ byte: UInt8) -> Bool {
        byte == 32 || byte == 10 || byte == 9 || byte == 13 || byte == 12
    }

    mutating func nextStartTag() -> XMLEvent? {
        guard cursor >= damagedUntil else { return nextTagInDamage() }
        let isWhole = scanTag(ignoringQuotes: false) == .done
        if isWhole, tagEnd - cursor <= Self.maximumTag {
            return startElement()
        }
        if !isWhole, !isFinal, end - cursor <= Self.maximumTag {
            return .needsInput
        }
        // A quote that never closes, or not for very long: once more, up to the first `>`.
        note(.unterminated)
        damagedUntil = min(end, cursor + Self.maximumTag)
        if scanTag(ignoringQuotes: true) == .done, tagEnd - cursor <= Self.maximumTag {
            return startElement()
        }
        if isFinal, dialect == .xml, end - cursor <= Self.maximumTag {
            cursor = end
            return nil
        }
        return literalBracket()
    }

    /// Reads a tag in text that was looked through already for the end of an earlier one.
    ///
    /// It counts only if it ends before the next one begins; else such text took quadratic time.
    private mutating func nextTagInDamage() -> XMLEvent? {
        let bracket = find(byte: UInt8(ascii: "<"), from: cursor + 1, to: end)
        guard find(byte: UInt8(ascii: ">"), from: cursor + 1, to: bracket ?? end) != nil,
            scanTag(ignoringQuotes: true) == .done
        else {
            return bracket == nil && !isFinal && end - cursor <= Self.maximumTag
                ? .needsInput : literalBracket()
        }
        return startElement()
    }

    private enum TagScan {
        case done
        case needsInput
    }

    /// Finds the end of the tag at the cursor and the places of its attributes.
    private mutating func scanTag(ignoringQuotes: Bool) -> TagScan {
        attributes.removeAll(keepingCapacity: true)
        hasXMLAttribute = false
        var index = cursor + 1
        while index < end, !isTagDelimiter(base[index]) {
            index += 1
        }
        nameEnd = index
        while index < end {
            let byte = base[index]
            if byte == UInt8(ascii: ">") {
                tagStart = cursor
                tagEnd = index + 1
                isEmptyElement = base[index - 1] == UInt8(ascii: "/")
                return .done
            }
            if byte == UInt8(ascii: "<") {
                // The next tag begins before this one ended.
                tagStart = cursor
                tagEnd = index
                isEmptyElement = false
                return .done
            }
            if isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
                || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
            {
                index += 1
                continue
            }
            guard let next = scanAttribute(at: index, ignoringQuotes: ignoringQuotes) else {
                return .needsInput
            }
            index = next
        }
        return .needsInput
    }

    private func isTagDelimiter(_ byte: UInt8) -> Bool {
        isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
            || byte == UInt8(ascii: "<")
    }

    /// Reads `name`, `name=value`, `name="value"`; the place behind it, or nil when it is cut off.
    private mutating func scanAttribute(at start: Int, ignoringQuotes: Bool) -> Int? {
        var index = start
        while index < end, !isTagDelimiter(base[index]), base[index] != UInt8(ascii: "=") {
            index += 1
        }
        let nameEnd = index
        while index < end, isSpace(base[index]) {
            index += 1
        }
        guard index < end else { return nil }
        guard base[index] == UInt8(ascii: "=") else {
            add(RawAttribute(nameStart: start, nameEnd: nameEnd, valueStart: 0, valueEnd: 0))
            return index
        }
        index += 1
        while index < end, isSpace(base[index]) {
            index += 1
        }
        guard index < end else { return nil }
        let quote = base[index]
        if !ignoringQuotes, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            guard let close = find(byte: quote, from: index + 1, to: end) else { return nil }
            add(
                RawAttribute(
                    nameStart: start, nameEnd: nameEnd, valueStart: index + 1, valueEnd: close))
            return close + 1
        }
        let valueStart = index
        while index < end, !isSpace(base[index]), base[index] != UInt8(ascii: ">") {
            index += 1
        }
        guard index < end else { return nil }
        var valueEnd = index
        if base[index] == UInt8(ascii: ">"), valueEnd > valueStart,
            base[valueEnd - 1] == UInt8(ascii: "/")
        {
            valueEnd -= 1
        }
        add(
            RawAttribute(
                nameStart: start, nameEnd: nameEnd, valueStart: valueStart, valueEnd: valueEnd))
        return index
    }

    private mutating func add(_ attribute: RawAttribute) {
        // More than any tag has; a tag of nothing but attributes stays cheap.
        guard attributes.count < 1_024 else { return }
        if attribute.nameEnd - attribute.nameStart >= 5,
            lowercased(base[attribute.nameStart]) == 120,
            lowercased(base[attribute.nameStart + 1]) == 109,
            lowercased(base[attribute.nameStart + 2]) == 108
        {
            hasXMLAttribute = true
        }
        attributes.append(attribute)
    }

    private mutating func startElement() -> XMLEvent? {
        let name = names.number(
            of: UnsafeBufferPointer(start: base + cursor + 1, count: nameEnd - cursor - 1))
        cursor = tagEnd
        isAtEndTag = false
        guard dialect == .xml else { return startHTMLElement(name) }
        guard open.count < Self.maximumDepth else {
            note(.overLimit)
            untrackedDepth += 1
            currentElement = 0
            pendingEnds = isEmptyElement ? 1 : 0
            return .startElement
        }
        var scope = open.last.map { Int($0.scope) } ?? 0
        if hasXMLAttribute {
            declareNamespaces(in: &scope)
        }
        currentElement = element(named: name, in: scope)
        open.append(
            OpenElement(
                name: Int32(name), element: Int32(currentElement), scope: Int32(scope)))
        pendingEnds = isEmptyElement ? 1 : 0
        return .startElement
    }

    private mutating func startHTMLElement(_ name: Int) -> XMLEvent? {
        currentElement = element(named: name, in: 0)
        let text = Array(names.name(name))
        for raw in ["script", "style", "textarea", "noscript", "xmp"] as [String]
        where text == Array(raw.utf8) && !isEmptyElement {
            rawTextName = text
            mode = .rawText
        }
        return .startElement
    }

    private mutating func element(named name: Int, in scope: Int) -> Int {
        scopes.element(named: name, in: scope, names: &names)
    }

    private mutating func declareNamespaces(in scope: inout Int) {
        for attribute in attributes {
            let length = attribute.nameEnd - attribute.nameStart
            guard length >= 5, matches(attribute, "xmlns", prefixOnly: true) else { continue }
            var prefix = 0
            if length > 6, base[attribute.nameStart + 5] == UInt8(ascii: ":") {
                prefix = names.number(
                    of: UnsafeBufferPointer(
                        start: base + attribute.nameStart + 6, count: length - 6))
            } else if length != 5 {
                continue
            }
            var start = attribute.valueStart
            var stop = attribute.valueEnd
            while start < stop, isSpace(base[start]) { start += 1 }
            while stop > start, isSpace(base[stop - 1]) { stop -= 1 }
            let uri = names.number(
                of: UnsafeBufferPointer(start: base + start, count: stop - start))
            scope = scopes.scope(in: scope, declaring: prefix, as: uri)
        }
        if scopes.isFull || names.isFull {
            note(.overLimit)
        }
    }
}
