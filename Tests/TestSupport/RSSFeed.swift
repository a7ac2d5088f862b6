/// The text of a small, well-formed feed.
public struct RSSFeed: Sendable {
    /// One episode of it.
    public struct Item: Sendable {
        /// The guid, unless nil.
        public var guid: String?
        /// The title.
        public var title: String
        /// Where the audio is, unless nil.
        public var audioURL: String?
        /// Bytes that the enclosure claims.
        public var length: Int
        /// The date as it stands in the feed.
        public var date: String
        /// HTML of the article, unless nil.
        public var article: String?

        /// Makes an item.
        public init(
            guid: String?, title: String, audioURL: String?, length: Int = 0,
            date: String = "Mon, 01 Sep 2025 05:00:00 GMT", article: String? = nil
        ) {
            self.guid = guid
            self.title = title
            self.audioURL = audioURL
            self.length = length
            self.date = date
            self.article = article
        }
    }

    /// The title of the column.
    public var title: String
    /// Its episodes, newest first as feeds have them.
    public var items: [Item]

    /// Makes a feed.
    public init(title: String, items: [Item]) {
        self.title = title
        self.items = items
    }

    /// A feed with one episode, whose audio is at an address.
    public static func single(audioURL: String, length: Int = 0) -> RSSFeed {
        RSSFeed(
            title: "Single",
            items: [
                Item(guid: "only", title: "The only one", audioURL: audioURL, length: length)
            ])
    }

    /// RSS 2.0.
    public var text: String {
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">"#,
            "<channel><title>\(escaped(title))</title><link>http://example.org/</link>",
            "<description>For tests</description>",
        ]
        for item in items {
            lines.append("<item><title>\(escaped(item.title))</title>")
            if let guid = item.guid {
                lines.append("<guid isPermaLink=\"false\">\(escaped(guid))</guid>")
            }
            lines.append("<pubDate>\(item.date)</pubDate>")
            if let article = item.article {
                lines.append("<content:encoded><![CDATA[\(article)]]></content:encoded>")
            }
            if let url = item.audioURL {
                lines.append(
                    "<enclosure url=\"\(escaped(url))\" length=\"\(item.length)\" type=\"audio/mpeg\"/>"
                )
            }
            lines.append("</item>")
        }
        return (lines + ["</channel></rss>", ""]).joined(separator: "\n")
    }

    private func escaped(_ text: String) -> String {
        text.flatMap { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case "\"": "&quot;"
            default: String(character)
            }
        }.reduce(into: "") { $0.append($1) }
    }
}
