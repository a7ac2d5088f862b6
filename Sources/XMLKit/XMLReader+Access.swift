@preconcurrency import Glibc

extension XMLReader {
    // MARK: Text

    /// Hands over the text of the last text or doctype event.
    func withText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let expandedText {
            return expandedText.withUnsafeBufferPointer(body)
        }
        return body(UnsafeBufferPointer(start: base + textStart, count: textEnd - textStart))
    }

    /// Adds the text of the last text or doctype event to a buffer.
    public func appendText(to buffer: inout [UInt8]) {
        withText { buffer.append(contentsOf: $0) }
    }

    /// Adds the text of the last text event as markup, with `&`, `<` and `>` escaped.
    public func appendEscapedText(to buffer: inout [UInt8]) {
        withText { text in
            for byte in text {
                switch byte {
                case UInt8(ascii: "&"): buffer.append(contentsOf: "&amp;".utf8)
                case UInt8(ascii: "<"): buffer.append(contentsOf: "&lt;".utf8)
                case UInt8(ascii: ">"): buffer.append(contentsOf: "&gt;".utf8)
                default: buffer.append(byte)
                }
            }
        }
    }

    /// Whether the last text event is nothing but white space.
    public var isTextBlank: Bool {
        withText { text in text.allSatisfy { isSpace($0) } }
    }

    // MARK: Tags

    /// The local name of the element just started as it is written.
    public var writtenLocalName: String {
        let colon = find(byte: UInt8(ascii: ":"), from: tagStart, to: nameEnd)
        let start = min((colon ?? tagStart) + 1, nameEnd)
        return String(
            decoding: UnsafeBufferPointer(start: base + start, count: nameEnd - start),
            as: UTF8.self)
    }

    /// Adds the tag of the last element event as it stands, its name without a prefix and without
    /// namespace declarations.
    public func appendTag(to buffer: inout [UInt8]) {
        var index = tagStart
        guard index < tagEnd else { return }
        buffer.append(UInt8(ascii: "<"))
        index += 1
        if index < tagEnd, base[index] == UInt8(ascii: "/") {
            buffer.append(UInt8(ascii: "/"))
            index += 1
        }
        var stop = index
        while stop < tagEnd, !isSpace(base[stop]), base[stop] != UInt8(ascii: ">"),
            base[stop] != UInt8(ascii: "/")
        {
            stop += 1
        }
        if let colon = find(byte: UInt8(ascii: ":"), from: index, to: stop) {
            index = colon + 1
        }
        buffer.append(contentsOf: UnsafeBufferPointer(start: base + index, count: stop - index))
        guard base[tagStart + 1] != UInt8(ascii: "/") else {
            buffer.append(UInt8(ascii: ">"))
            return
        }
        for attribute in attributes where !matches(attribute, "xmlns", prefixOnly: true) {
            appendRaw(attribute, to: &buffer)
        }
        buffer.append(contentsOf: isEmptyElement ? " />".utf8 : ">".utf8)
    }

    private func appendRaw(_ attribute: RawAttribute, to buffer: inout [UInt8]) {
        buffer.append(UInt8(ascii: " "))
        buffer.append(
            contentsOf: UnsafeBufferPointer(
                start: base + attribute.nameStart, count: attribute.nameEnd - attribute.nameStart))
        let value = UnsafeBufferPointer(
            start: base + attribute.valueStart, count: attribute.valueEnd - attribute.valueStart)
        buffer.append(contentsOf: "=\"".utf8)
        for byte in value {
            if byte == UInt8(ascii: "\"") {
                buffer.append(contentsOf: "&quot;".utf8)
            } else {
                buffer.append(byte)
            }
        }
        buffer.append(UInt8(ascii: "\""))
    }

    // MARK: Attributes

    /// How many attributes the element just started has.
    public var attributeCount: Int { attributes.count }

    /// The name of an attribute as it is written.
    public func attributeName(_ index: Int) -> String {
        let attribute = attributes[index]
        return String(
            decoding: UnsafeBufferPointer(
                start: base + attribute.nameStart, count: attribute.nameEnd - attribute.nameStart),
            as: UTF8.self)
    }

    /// The value of an attribute with its references decoded.
    public func attributeValue(_ index: Int) -> String {
        let attribute = attributes[index]
        let raw = UnsafeBufferPointer(
            start: base + attribute.valueStart, count: attribute.valueEnd - attribute.valueStart)
        guard
            find(byte: UInt8(ascii: "&"), from: attribute.valueStart, to: attribute.valueEnd) != nil
        else {
            return String(decoding: raw, as: UTF8.self)
        }
        return String(decoding: XMLReferences.decoded(raw), as: UTF8.self)
    }

    /// The value of the attribute with a name (as written, without regard to case); nil if absent.
    public func attribute(_ name: StaticString) -> String? {
        for index in attributes.indices where matches(attributes[index], name, prefixOnly: false) {
            return attributeValue(index)
        }
        return nil
    }

    /// The value of `xml:base`, `xml:lang` or another attribute of XML's own; nil if absent.
    public func xmlAttribute(_ name: StaticString) -> String? {
        hasXMLAttribute ? attribute(name) : nil
    }

    func matches(_ attribute: RawAttribute, _ name: StaticString, prefixOnly: Bool) -> Bool {
        let count = name.utf8CodeUnitCount
        let length = attribute.nameEnd - attribute.nameStart
        guard prefixOnly ? length >= count : length == count else { return false }
        for index in 0..<count
        where lowercased(base[attribute.nameStart + index]) != lowercased(name.utf8Start[index]) {
            return false
        }
        return true
    }
}
