import ArticleText
import ColumnModel
import ColumnServices
import TerminalText

/// `column read`.
enum ReadCommand {
    private static let links = OptionDescription.flag(
        "links", "l", "Number the links, and list their addresses.")
    private static let markdown = OptionDescription.flag(
        "markdown", "m", "Print Markdown.")
    private static let html = OptionDescription.flag("html", nil, "Print the text as it came.")

    static let description = CommandDescription(
        name: "read", group: .listening, summary: "Read the article of an episode",
        examples: [
            .init("column read 12", "Shows the text of episode 12, page by page on a terminal"),
            .init("column read --links 12", "The same with the addresses of its links"),
        ],
        operands: [OperandDescription("EPISODE", .episode, .words)],
        options: [links, markdown, html],
        notes: ["The pager is $PAGER, else less; an empty PAGER means none."],
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
        let console = context.console
        let document = ArticleDocument(article)
        if context.arguments.has(markdown) {
            console.print(document.markdown())
            return .success
        }
        if context.arguments.has(html) {
            console.print(
                console.style.isOutputTerminal ? SafeText.lines(article.body) : article.body)
            return .success
        }
        var options = ArticleTextOptions(width: min(console.width ?? 80, 100))
        options.usesStyles = console.style.hasColor
        options.showsLinks = context.arguments.has(links)
        var lines = [console.bold(SafeText.line(episode.title)), ""]
        lines += document.lines(options)
        if console.style.isOutputTerminal, Pager.show(lines, environment: context.environment) {
            return .success
        }
        for line in lines { console.print(line) }
        return .success
    }
}
