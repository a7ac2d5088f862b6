public import ColumnModel
import XMLKit

/// Reads and writes lists of subscriptions (OPML 1.0, 1.1, 2.0).
public enum OPML {
    /// The subscriptions that a list names, in its order, each address once.
    ///
    /// Nested, broken and half-empty lists are read as far as they go; entries that are no web
    /// addresses (commands, files) are left out. Throws for what is no such list.
    public static func subscriptions(
        in bytes: [UInt8], contentType: String? = nil
    ) throws(FeedParsingError) -> [ParsedSubscription] {
        try list(in: bytes, contentType: contentType).subscriptions
    }

    /// What a list names, with what had to be left out of it.
    public static func list(
        in bytes: [UInt8], contentType: String? = nil
    ) throws(FeedParsingError) -> SubscriptionListing {
        var builder = OPMLBuilder()
        let text = MarkupDocument.decoded(
            bytes, charset: FeedHints(contentType: contentType).charset)
        guard text.contains(where: { $0 > 32 }) else { throw .empty }
        MarkupDocument.read(text, dialect: .xml) { event, reader in
            builder.take(event, reader)
        }
        guard builder.isList else {
            throw .notAFeed(builder.root.map { .xml(root: $0) } ?? .text)
        }
        return SubscriptionListing(
            subscriptions: builder.subscriptions, skipped: builder.skipped,
            isCut: !builder.isComplete)
    }

    /// A list of subscriptions as an OPML 2.0 document; folders become nested outlines.
    public static func document(title: String, _ subscriptions: [ParsedSubscription]) -> String {
        var writer = OPMLWriter()
        return writer.document(title: title, subscriptions)
    }
}

/// Gathers subscriptions from the events of a list.
private struct OPMLBuilder {
    private static let maximumCount = 100_000

    var subscriptions: [ParsedSubscription] = []
    var root: String?
    var isList = false
    /// The entries without a usable address, as they stand there.
    var skipped: [String] = []
    /// Whether the root's own end tag was met.
    var isComplete = false
    private var folders: [(depth: Int, name: String)] = []
    private var known: [String: Int] = [:]

    mutating func take(_ event: XMLEvent, _ reader: borrowing XMLReader) {
        switch event {
        case .startElement:
            if reader.depth == 1, reader.isEmptyElement { isComplete = true }
            let name = MarkupDocument.name(reader)
            root = root ?? name
            if name == "opml" {
                isList = true
            } else if name == "outline" {
                isList = true
                takeOutline(reader)
            }
        case .endElement:
            if reader.depth == 0, reader.hasEndTag { isComplete = true }
            if let last = folders.last, last.depth == reader.depth + 1 {
                folders.removeLast()
            }
        case .text, .doctype, .needsInput, .endOfDocument: break
        }
    }

    private mutating func takeOutline(_ reader: borrowing XMLReader) {
        let title = value("title", reader) ?? value("text", reader)
        let type = value("type", reader)?.lowercased()
        let isOther = type == "link" || type == "include"
        let address =
            value("xmlurl", reader)
            ?? (isOther || !reader.isEmptyElement ? nil : value("url", reader))
        guard let address else {
            if !reader.isEmptyElement, folders.count < 32 {
                folders.append((reader.depth, title ?? ""))
            }
            return
        }
        guard let url = WebAddress.normalized(address), subscriptions.count < Self.maximumCount
        else { return skipped.append(title.map { "\($0): \(address)" } ?? address) }
        if let index = known[url] {
            let path = path(reader)
            let all = [subscriptions[index].folders] + subscriptions[index].otherFolders
            if !path.isEmpty, all.count < 32, !all.contains(path) {
                subscriptions[index].otherFolders.append(path)
            }
            return
        }
        known[url] = subscriptions.count
        subscriptions.append(
            ParsedSubscription(
                feedURL: url, title: title, pageURL: value("htmlurl", reader),
                folders: path(reader)))
    }

    /// The folders around an outline, else those of its category (OPML 2.0: `/outer/inner,/other`).
    private func path(_ reader: borrowing XMLReader) -> [String] {
        let around = folders.map(\.name).filter { !$0.isEmpty }
        guard around.isEmpty, let category = value("category", reader) else { return around }
        return category.split(separator: ",").first?.split(separator: "/").map {
            String($0).trimmingSpaces
        } ?? []
    }

    private func value(_ name: StaticString, _ reader: borrowing XMLReader) -> String? {
        let value = reader.attribute(name)?.trimmingSpaces
        return value?.isEmpty == true ? nil : value
    }
}

/// Writes an OPML document.
private struct OPMLWriter {
    private var text = ""

    mutating func document(title: String, _ subscriptions: [ParsedSubscription]) -> String {
        text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0">
              <head>
                <title>\(escaped(title))</title>
              </head>
              <body>

            """
        write(subscriptions[...], level: 0)
        return text + "  </body>\n</opml>\n"
    }

    /// Writes subscriptions that share their first folders; each folder stands where it is first met.
    private mutating func write(_ all: ArraySlice<ParsedSubscription>, level: Int) {
        let indent = String(repeating: "  ", count: level + 2)
        var done: Set<String> = []
        for subscription in all {
            guard level < subscription.folders.count else {
                text += indent + outline(subscription) + "\n"
                continue
            }
            let folder = subscription.folders[level]
            guard done.insert(folder).inserted else { continue }
            text += indent + "<outline text=\"\(escaped(folder))\">\n"
            write(
                all.filter { level < $0.folders.count && $0.folders[level] == folder }[...],
                level: level + 1)
            text += indent + "</outline>\n"
        }
    }

    private func outline(_ subscription: ParsedSubscription) -> String {
        let title = escaped(subscription.title ?? subscription.feedURL)
        var outline = "<outline type=\"rss\" text=\"\(title)\" title=\"\(title)\""
        outline += " xmlUrl=\"\(escaped(subscription.feedURL))\""
        if let page = subscription.pageURL {
            outline += " htmlUrl=\"\(escaped(page))\""
        }
        return outline + "/>"
    }

    private func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n", "\t", "\r": escaped += " "
            case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": break
            case "\u{7F}"..."\u{9F}", "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}"..."\u{202E}",
                "\u{2066}"..."\u{2069}":
                // Terminals act on these and turn the text around them.
                escaped += "&#x\(String(scalar.value, radix: 16));"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
