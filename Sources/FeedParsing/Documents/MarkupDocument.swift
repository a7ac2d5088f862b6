import XMLKit

/// A document of markup or text that is in memory as a whole.
enum MarkupDocument {
    /// The bytes as clean UTF-8.
    static func decoded(_ bytes: [UInt8], charset: String?) -> [UInt8] {
        var output: [UInt8] = []
        bytes.withUnsafeBufferPointer { all in
            let prefix = UnsafeBufferPointer(rebasing: all.prefix(EncodingDetector.prefixLength))
            let decision = EncodingDetector.decide(
                prefix: prefix, isWhole: all.count <= prefix.count, charset: charset)
            var decoder = TextDecoder(encoding: decision.encoding)
            let rest = UnsafeBufferPointer(rebasing: all[min(decision.markLength, all.count)...])
            decoder.decode(rest, isLast: true, into: &output)
        }
        return output
    }

    /// Reads clean UTF-8 and hands over each event.
    static func read(
        _ text: [UInt8], dialect: XMLReader.Dialect,
        _ take: (XMLEvent, borrowing XMLReader) -> Void
    ) {
        var reader = XMLReader(dialect: dialect)
        text.withUnsafeBufferPointer { reader.append($0) }
        reader.finish()
        while true {
            let event = reader.next()
            guard event != .endOfDocument, event != .needsInput else { return }
            take(event, reader)
        }
    }

    /// The local name of the element at hand.
    static func name(_ reader: borrowing XMLReader) -> String {
        String(decoding: reader.localName(ofElement: reader.element), as: UTF8.self)
    }
}
