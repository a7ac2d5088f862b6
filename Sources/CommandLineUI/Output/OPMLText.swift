import ColumnModel
import TerminalText

/// Subscriptions as OPML 2.0.
enum OPMLText {
    static func make(_ columns: [Column]) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0">
            <head><title>column</title></head>
            <body>

            """
        for column in columns {
            let title = escaped(column.title)
            text += "<outline type=\"rss\" text=\"\(title)\" title=\"\(title)\""
            text += " xmlUrl=\"\(escaped(column.url))\""
            if let link = column.link { text += " htmlUrl=\"\(escaped(link))\"" }
            text += "/>\n"
        }
        return text + "</body>\n</opml>\n"
    }

    /// Control characters are not allowed in XML, not even as references.
    private static func escaped(_ text: String) -> String {
        SafeText.line(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}
