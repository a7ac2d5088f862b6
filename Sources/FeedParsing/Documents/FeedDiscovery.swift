public import ColumnModel
import XMLKit

/// Finds the feeds that a web page names.
public enum FeedDiscovery {
    /// The feeds that a page names, the most likely first; none for a page without any.
    ///
    /// `link rel=alternate` and `rel=feed` count, comments' feeds last; only where there is none
    /// are links looked at whose address looks like a feed.
    public static func links(inPage bytes: [UInt8], hints: FeedHints) -> [ParsedFeedLink] {
        var finder = FeedLinkFinder(base: hints.baseURL)
        let text = MarkupDocument.decoded(bytes, charset: hints.charset)
        MarkupDocument.read(text, dialect: .html) { event, reader in
            if event == .startElement {
                finder.take(reader)
            }
        }
        return finder.best
    }
}

/// Gathers a page's links to feeds.
private struct FeedLinkFinder {
    private static let maximumCount = 64
    private static let types = [
        "application/rss+xml", "application/atom+xml", "application/rdf+xml",
        "application/feed+json", "application/json", "application/xml", "text/xml",
        "application/x-rss+xml", "text/rss",
    ]

    private var base: String?
    private var hasBase = false
    private var named: [ParsedFeedLink] = []
    private var guessed: [ParsedFeedLink] = []

    init(base: String?) {
        self.base = base
    }

    var best: [ParsedFeedLink] {
        let found = named.isEmpty ? guessed : named
        let main = found.filter { !isAboutComments($0) }
        return main + found.filter { isAboutComments($0) }
    }

    mutating func take(_ reader: borrowing XMLReader) {
        switch MarkupDocument.name(reader) {
        case "base":
            if !hasBase, let href = reader.attribute("href") {
                base = URLReference.resolve(href.trimmingSpaces, against: base)
                hasBase = true
            }
        case "link": takeLink(reader)
        case "a": takeAnchor(reader)
        default: break
        }
    }

    private mutating func takeLink(_ reader: borrowing XMLReader) {
        let relations = (reader.attribute("rel") ?? "").lowercased().split { $0.isWhitespace }
        let type = reader.attribute("type").map {
            String($0.lowercased().prefix { $0 != ";" }).trimmingSpaces
        }
        let isFeed =
            relations.contains("feed")
            || (relations.contains("alternate") && type.map(Self.types.contains) == true)
        guard isFeed, !relations.contains("stylesheet") else { return }
        add(to: \.named, reader, type: type)
    }

    private mutating func takeAnchor(_ reader: borrowing XMLReader) {
        guard let href = reader.attribute("href")?.lowercased() else { return }
        let path = href.prefix { $0 != "?" && $0 != "#" }
        let looksLikeFeed = [".rss", ".atom", "/feed", "/feed/", "/rss", "/rss.xml", "/feed.xml"]
            .contains { path.hasSuffix($0) }
        if looksLikeFeed || href.hasPrefix("feed:") || href.hasPrefix("pcast:") {
            add(to: \.guessed, reader, type: nil)
        }
    }

    private mutating func add(
        to list: WritableKeyPath<FeedLinkFinder, [ParsedFeedLink]>, _ reader: borrowing XMLReader,
        type: String?
    ) {
        guard self[keyPath: list].count < Self.maximumCount,
            let href = reader.attribute("href")?.trimmingSpaces, !href.isEmpty
        else { return }
        let marked = WebAddress.normalized(href) ?? href
        let url = URLReference.resolve(marked, against: base)
        guard WebAddress.normalized(url) != nil,
            !self[keyPath: list].contains(where: { $0.url == url })
        else { return }
        let title = reader.attribute("title")?.trimmingSpaces
        self[keyPath: list].append(
            ParsedFeedLink(url: url, title: title?.isEmpty == true ? nil : title, type: type))
    }

    private func isAboutComments(_ link: ParsedFeedLink) -> Bool {
        link.url.lowercased().contains("comment")
            || link.title?.lowercased().contains("comment") == true
    }
}
