import XMLKit

/// Titles as they are meant: many publishers escape them twice or put HTML into them.
enum TitleText {
    /// The plain text of a title that may be HTML; the same where it is none.
    ///
    /// `Tom &amp; Jerry` and `<b>Tom</b>` lose their markup; `1 < 2` and `the <blink> tag` stay.
    static func plain(_ title: String) -> String {
        guard title.utf8.contains(where: { $0 == 38 || $0 == 60 }) else { return title }
        var bytes: [UInt8] = []
        MarkupDocument.read(Array(title.utf8), dialect: .html) { event, reader in
            switch event {
            case .text: reader.appendText(to: &bytes)
            case .startElement, .endElement:
                if !tags.contains(MarkupDocument.name(reader)) {
                    reader.appendTag(to: &bytes)
                }
            case .doctype, .needsInput, .endOfDocument: break
            }
        }
        let plain = bytes.withUnsafeBufferPointer {
            String(decoding: WhiteSpace.collapsed($0, limit: .max), as: UTF8.self)
        }
        return plain.isEmpty ? title : plain
    }

    private static let tags: Set<String> = [
        "a", "abbr", "b", "big", "br", "cite", "code", "div", "em", "font", "h1", "h2", "h3", "i",
        "img", "nobr", "p", "q", "s", "small", "span", "strike", "strong", "sub", "sup", "tt", "u",
        "wbr",
    ]
}
