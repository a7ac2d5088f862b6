/// Writes small RSS feeds for tests.
struct FeedText {
    struct Item {
        var guid: String?
        var title: String
        var day: Int
        var url: String
    }

    var title = "Column"
    var items: [Item]
    /// Further elements of the channel.
    var extra = ""

    /// A feed with items of these numbers, newest first as they are given.
    init(_ numbers: [Int], extra: String = "") {
        items = numbers.map {
            Item(guid: "g\($0)", title: "Episode \($0)", day: $0, url: "http://h/\($0).mp3")
        }
        self.extra = extra
    }

    var text: String {
        let body = items.map { item in
            let guid = item.guid.map { "<guid isPermaLink=\"false\">\($0)</guid>" } ?? ""
            let day = item.day < 10 ? "0\(item.day)" : "\(item.day)"
            return """
                <item><title>\(item.title)</title>\(guid)
                <pubDate>\(day) Jan 2026 08:00:00 GMT</pubDate>
                <enclosure url="\(item.url)" type="audio/mpeg" length="1000"/></item>
                """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
            <channel><title>\(title)</title><link>http://h/</link><description>d</description>
            \(extra)
            \(body.joined(separator: "\n"))
            </channel></rss>
            """
    }

    var bytes: [UInt8] { Array(text.utf8) }
}
