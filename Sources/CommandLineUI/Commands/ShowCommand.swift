import ArticleText
import ColumnModel
import ColumnServices
import JSONKit
import Localization
import TerminalText

/// `column show`.
enum ShowCommand {
    private static let column = OptionDescription.flag(
        "column", "c", "Take a bare number as a column's.")

    static let description = CommandDescription(
        name: "show", group: .columns, summary: "Show all of an episode or a column",
        examples: [
            .init("column show 12", "Shows episode 12"),
            .init("column show --column 2", "Shows column 2"),
            .init("column show garden at night", "Shows the episode or column with these words"),
        ],
        operands: [OperandDescription("EPISODE|COLUMN", .subject, .words)],
        options: [column, .json],
        notes: ["A bare number means the episode, if there is one; with --column the column."],
        next: ["column read EPISODE", "column why EPISODE"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let library = try context.library()
        let text = context.arguments.operand("EPISODE|COLUMN") ?? ""
        let subject =
            context.arguments.has(column)
            ? Candidate.column(try await library.column(named: text))
            : try await library.subject(named: text)
        switch subject {
        case .column(let column): try await show(column, context)
        case .episode(let episode): try await show(episode, context)
        }
        return .success
    }

    private static func show(_ column: Column, _ context: CommandContext) async throws {
        let settings = try await context.library().settings(of: column.id)
        let console = context.console
        if context.isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("version", 1)
                json.key("column")
                json.object { json in
                    json.members(of: column)
                    json.member("summary", column.summary)
                    json.key("settings")
                    json.object { json in
                        for (key, value) in settings.sorted(by: { $0.key < $1.key }) {
                            json.member(key, value)
                        }
                    }
                }
            }
            console.print(json.text)
            return
        }
        console.print(console.bold(SafeText.line(column.title)))
        print("Number", "\(column.id.rawValue)", console)
        print("Author", verbatim: column.author, console)
        print("Address", verbatim: AddressText.masked(column.url), console)
        print("Page", verbatim: column.link.map(AddressText.masked), console)
        print(
            "Episodes", "\(column.episodeCount), unplayed \(column.unplayedCount)", console)
        print("Added", DateText.minute(column.added), console)
        print("Synced", column.sync.succeeded.map(DateText.minute) ?? "never", console)
        print(
            "Next sync", column.sync.notBefore.map { "not before \(DateText.minute($0))" }, console)
        if let failure = column.sync.failure {
            print("Failure", FailureReport(failure).message, console)
        }
        if column.sync.isStopped {
            print("Stopped", "the feed is gone; “column sync --force” asks again", console)
        }
        if let held = column.sync.heldCount {
            print("Held", "a sync that would change \(held) episodes", console)
        }
        for (key, value) in settings.sorted(by: { $0.key < $1.key }) {
            print("\(key)", verbatim: value, console)
        }
        printParagraphs(column.summary, console)
    }

    private static func show(_ episode: Episode, _ context: CommandContext) async throws {
        let library = try context.library()
        let console = context.console
        let media = try context.places().mediaDirectory(context.configuration())
        let chapters = try await library.chapters(of: episode.id)
        let article = try await library.article(of: episode.id)
        if context.isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("version", 1)
                json.key("episode")
                json.object { json in
                    json.members(of: episode, media: media)
                    json.member("summary", episode.summary)
                    json.key("article")
                    if let article {
                        json.object { json in
                            json.member("format", article.format.rawValue)
                            json.member("body", article.body)
                        }
                    } else {
                        json.null()
                    }
                    json.key("chapters")
                    json.array { json in
                        for chapter in chapters {
                            json.object { json in
                                json.member("start", chapter.start.inSeconds)
                                json.member("end", chapter.end?.inSeconds)
                                json.member("title", chapter.title)
                                json.member("url", chapter.url)
                                json.member("imageURL", chapter.imageURL)
                            }
                        }
                    }
                }
            }
            console.print(json.text)
            return
        }
        let column = try await library.column(episode.column)
        console.print(console.bold(SafeText.line(episode.title)))
        print("Number", "\(episode.id.rawValue)", console)
        print("Column", verbatim: column.map { "\($0.title) (\($0.id.rawValue))" }, console)
        print("Published", episode.published.map(DateText.minute), console)
        print("Length", verbatim: episode.duration.map { NumberText.duration($0) }, console)
        print("Page", verbatim: episode.link.map(AddressText.masked), console)
        print("Audio", verbatim: (episode.enclosure?.url).map(AddressText.masked), console)
        print("On disk", diskText(episode, media: media), console)
        if let failure = episode.audio.failure {
            print("Failure", FailureReport(failure).message, console)
        }
        if episode.position > .zero {
            print("Position", verbatim: NumberText.duration(episode.position), console)
        }
        print("Played", episode.isPlayed ? "yes" : "no", console)
        print("Liked", episode.isLiked ? "yes" : nil, console)
        if article != nil {
            let place = try await library.readPlace(of: episode.id).flatMap { $0 > 0 ? $0 : nil }
            let unread: Message = place.map { "no, left at paragraph \($0 + 1)" } ?? "no"
            print("Read", episode.isRead ? "yes" : unread, console)
        }
        if !chapters.isEmpty {
            console.print("")
            for chapter in chapters {
                console.print(
                    TextWidth.pad(NumberText.duration(chapter.start), to: 9, isRight: true) + "  "
                        + SafeText.line(chapter.title))
            }
        }
        printParagraphs(episode.summary, console)
        if article != nil { console.note("column read \(episode.id.rawValue) shows its text.") }
    }

    private static func diskText(_ episode: Episode, media: String) -> Message? {
        let audio = episode.audio
        switch audio.state {
        case .none: return nil
        case .complete: return audio.file.map { "\(media)/\($0)" }
        case .unproven: return audio.file.map { "\(media)/\($0) (not proved to be one file)" }
        default:
            let bytes = NumberText.size(audio.bytes)
            let size: Message =
                audio.total.map { "\(bytes) of \(NumberText.size($0))" } ?? "\(bytes)"
            return "\(audio.state.words), \(size)"
        }
    }

    private static func print(_ name: Message, _ value: Message?, _ console: Console) {
        guard let value else { return }
        let name = console.dim(TextWidth.pad(console.text(name), to: 10))
        console.print(name + "  " + SafeText.line(console.text(value)))
    }

    /// The same for what is the same in every language.
    private static func print(_ name: Message, verbatim value: String?, _ console: Console) {
        print(name, value.map { Message(verbatim: $0) }, console)
    }

    private static func printParagraphs(_ summary: String?, _ console: Console) {
        guard let summary, !summary.isEmpty else { return }
        console.print("")
        var options = ArticleTextOptions(width: min(console.width ?? 80, 80))
        options.usesStyles = console.style.hasColor
        options.showsLinks = false
        for line in ArticleDocument(html: summary).lines(options) {
            console.print(line)
        }
    }
}
