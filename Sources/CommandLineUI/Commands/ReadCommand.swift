import ArticleText
import ColumnModel
import ColumnServices
import JSONKit
import Localization
import TerminalText

/// `column read`.
enum ReadCommand {
    private static let links = OptionDescription.flag(
        "links", "l", "Print only the links, one a line.")
    private static let html = OptionDescription.flag("html", nil, "Print the text as it came.")
    private static let markdown = OptionDescription.flag(
        "markdown", "m", "Print the text as Markdown.")
    private static let width = OptionDescription.value(
        "width", "w", "N", .count(20...1_000), "Cells of a line; else the terminal's, at most 100.")

    static let description = CommandDescription(
        name: "read", group: .listening, summary: "Read the article of an episode",
        examples: [
            .init("column read 12", "Shows the text of episode 12, page by page on a terminal"),
            .init("column read --links 12", "Lists the addresses that it links to"),
            .init("column read --markdown 12 > notes.md", "Keeps it as Markdown"),
        ],
        operands: [OperandDescription("EPISODE", .episode, .words)],
        options: [width, links, markdown, html, .json],
        notes: [
            """
            The pager is $PAGER, else less, and begins where the article was left in “column tui”; an \
            empty PAGER means none. An article that the terminal shows whole counts as read.
            """,
            "With sync.images on, images are kept by “column sync”, and named here by their files.",
            "Times in the text, as 12:30, are for “column play --from”.",
        ],
        next: ["column play EPISODE", "column mark read EPISODE"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let library = try context.library()
        let episode = try await library.episode(
            named: context.arguments.operand("EPISODE") ?? "")
        let stored = try await library.article(of: episode.id)
        guard
            let article = stored
                ?? episode.summary.map({ Article(body: $0, format: .html) })
        else { throw CommandError.noArticle(episode.title) }
        let arguments = context.arguments
        let images = try await library.imageFiles(of: episode.id, places: try context.places())
        if context.isJSON {
            let place = try await library.readPlace(of: episode.id)
            printJSON(
                ArticleDocument(article), of: episode, place: place, images, context.console)
        } else if arguments.has(html) {
            context.console.print(SafeText.lines(withLocalImages(article.body, images)))
        } else if arguments.has(markdown) {
            context.console.write("# \(SafeText.line(episode.title))\n\n".utf8)
            context.console.write(ArticleDocument(article).markdown(imageFiles: images).utf8)
        } else if arguments.has(links) {
            for (index, link) in ArticleDocument(article).links.enumerated() {
                let words = link.text.isEmpty || link.text == link.url ? "" : "  " + link.text
                context.console.print("[\(index + 1)] \(link.url)\(words)")
            }
        } else {
            try await show(ArticleDocument(article), of: episode, images, context)
        }
        return .success
    }

    /// HTML as it came, but for the addresses of images that are here.
    private static func withLocalImages(_ html: String, _ images: [String: String]) -> String {
        var html = html
        // The longest first, since one address may begin another.
        for (source, file) in images.sorted(by: { $0.key.utf8.count > $1.key.utf8.count }) {
            for form in Set([source, source.replacing("&", with: "&amp;")]) {
                for quote in ["\"", "'"] {
                    html = html.replacing(
                        "src=\(quote)\(form)\(quote)",
                        with: "src=\(quote)file://\(encoded(file))\(quote)")
                }
            }
        }
        return html
    }

    /// A path as it stands in an address.
    private static func encoded(_ path: String) -> String {
        path.utf8.map { byte in
            switch byte {
            case 0x2D...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x7E:
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }

    private static func show(
        _ document: ArticleDocument, of episode: Episode, _ images: [String: String],
        _ context: CommandContext
    ) async throws {
        let console = context.console
        let isTerminal = console.style.isOutputTerminal
        let facts = TerminalFacts(isTerminal: isTerminal, size: nil) { context.environment[$0] }
        let asked = context.arguments.count(width)
        let hasColor =
            console.style.hasColor
            && (!isTerminal || Pager.showsColor(environment: context.environment))
        var options = ArticleTextOptions(
            width: asked ?? min(console.width ?? 80, 100), usesStyles: hasColor,
            // Only a terminal that says so gets bullets and lines of ASCII.
            isUnicode: !isTerminal || facts.isUnicode)
        options.imageFiles = images
        let title = LineWrapper(width: options.width).wrap(SafeText.line(episode.title))
        let head = title.map { hasColor ? console.bold($0) : $0 } + [""]
        let lines = head + document.lines(options)
        if isTerminal {
            let place = try await context.library().readPlace(of: episode.id) ?? 0
            let starts = document.lineStarts(options)
            let first = place > 0 && place < starts.count ? head.count + starts[place] : 0
            if Pager.show(lines, from: first, environment: context.environment) { return }
        }
        for line in lines {
            console.print(line)
        }
        // What goes to a file or another program was not read by that.
        if isTerminal, !episode.isRead {
            try? await context.library().mark([episode.id], read: true, cause: "read")
        }
    }

    private static func printJSON(
        _ document: ArticleDocument, of episode: Episode, place: Int?,
        _ images: [String: String], _ console: Console
    ) {
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.member("episode", episode.id.rawValue)
            json.member("title", episode.title)
            json.member("read", episode.isRead)
            json.member("place", place)
            json.member("text", document.plainText())
            json.key("images")
            json.array { json in
                for source in document.imageSources {
                    json.object { json in
                        json.member("source", source)
                        json.member("file", images[source])
                    }
                }
            }
            json.key("links")
            json.array { json in
                for link in document.links {
                    json.object { json in
                        json.member("url", link.url)
                        json.member("text", link.text)
                    }
                }
            }
            json.key("times")
            json.array { json in
                for mark in document.timeMarks() {
                    json.object { json in
                        json.member("time", mark.time.inSeconds)
                        json.member("label", mark.label)
                    }
                }
            }
        }
        console.print(json.text)
    }
}
