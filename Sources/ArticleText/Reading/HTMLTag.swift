/// What an element means for an article.
enum HTMLTag: Equatable, Sendable {
    /// Only its contents count.
    case plain
    /// Stands on lines of its own.
    case block
    case paragraph
    case heading(Int)
    case style(InlineStyle)
    case quotation
    case superscript
    case link
    case image
    case embed
    case lineBreak
    case rule
    case list(isOrdered: Bool)
    case item
    case quote
    case preformatted
    case definitions
    case term
    case meaning
    case table
    case row
    case cell(isHeading: Bool)
    case caption
    case rubyText
    /// Nothing of it is for reading.
    case dropped

    private static let names: [String: HTMLTag] = {
        var names: [String: HTMLTag] = [
            "p": .paragraph, "a": .link, "img": .image, "br": .lineBreak, "hr": .rule,
            "ul": .list(isOrdered: false), "menu": .list(isOrdered: false),
            "dir": .list(isOrdered: false), "ol": .list(isOrdered: true), "li": .item,
            "blockquote": .quote, "pre": .preformatted, "listing": .preformatted,
            "xmp": .preformatted, "plaintext": .preformatted, "dl": .definitions, "dt": .term,
            "dd": .meaning, "table": .table, "tr": .row, "td": .cell(isHeading: false),
            "th": .cell(isHeading: true), "caption": .caption, "rt": .rubyText, "q": .quotation,
            "sup": .superscript,
        ]
        for level in 1...6 {
            names["h\(level)"] = .heading(level)
        }
        func all(_ words: String, _ tag: HTMLTag) {
            for word in words.split(separator: " ") {
                names[String(word)] = tag
            }
        }
        all("b strong", .style(.strong))
        all("i em cite dfn var", .style(.emphasis))
        all("code kbd samp tt", .style(.code))
        all("s del strike", .style(.deleted))
        all("iframe video audio embed object", .embed)
        all(
            """
            address article aside body center details div fieldset figcaption figure footer form \
            header hgroup html legend main nav search section summary tbody thead \
            tfoot
            """, .block)
        all(
            """
            head title script style template noscript svg math select textarea canvas map button \
            datalist rp noembed noframes frameset applet
            """, .dropped)
        return names
    }()

    /// Finds what a lower-case name means.
    init(name: String) {
        self = Self.names[name] ?? .plain
    }

    /// Elements that have no end.
    static let empty: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
        "source", "track", "wbr",
    ]

    /// Whether it begins new lines, and so ends a paragraph before it.
    var isBlock: Bool {
        switch self {
        case .plain, .style, .quotation, .superscript, .link, .image, .embed, .lineBreak, .rubyText,
            .dropped:
            false
        default: true
        }
    }
}
