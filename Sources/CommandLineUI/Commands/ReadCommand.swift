import ArticleText
import ColumnModel
import ColumnServices
import JSONKit
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
            "The pager is $PAGER, else less; an empty PAGER means none.",
            "Times in the text, as 12:30, are for “column play --from”.",
        ],
        next: ["column play EPISODE", "column mark played EPISODE"], action: run)

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
        if context.isJSON {
            printJSON(ArticleDocument(article), of: episode, context.console)
        } else if arguments.has(html) {
            context.console.print(SafeText.lines(article.body))
        } else if arguments.has(markdown) {
            context.console.write("# \(SafeText.line(episode.title))\n\n".utf8)
            context.console.write(ArticleDocument(article).markdown().utf8)
        } else if arguments.has(links) {
            for (index, link) in ArticleDocument(article).links.enumerated() {
                let words = link.text.isEmpty || link.text == link.url ? "" : "  " + link.text
                context.console.print("[\(index + 1)] \(link.url)\(words)")
            }
        } else {
            show(ArticleDocument(article), of: episode, context)
        }
        return .success
    }

    private static func show(
        _ document: ArticleDocument, of episode: Episode, _ context: CommandContext
    ) {
        let console = context.console
        let isTerminal = console.style.isOutputTerminal
        let facts = TerminalFacts(isTerminal: isTerminal, size: nil) { context.environment[$0] }
        let asked = context.arguments.count(width)
        let options = ArticleTextOptions(
            width: asked ?? min(console.width ?? 80, 100), usesStyles: console.style.hasColor,
            // Only a terminal that says so gets bullets and lines of ASCII.
            isUnicode: !isTerminal || facts.isUnicode)
        let title = LineWrapper(width: options.width).wrap(SafeText.line(episode.title))
        let lines = title.map { console.bold($0) } + [""] + document.lines(options)
        if isTerminal, Pager.show(lines, environment: context.environment) { return }
        for line in lines {
            console.print(line)
        }
    }

    private static func printJSON(
        _ document: ArticleDocument, of episode: Episode, _ console: Console
    ) {
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.member("episode", episode.id.rawValue)
            json.member("title", episode.title)
            json.member("text", document.plainText())
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
