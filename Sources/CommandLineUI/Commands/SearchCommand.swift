import ColumnModel
import ColumnServices
import JSONKit
import Localization
import TerminalText

/// `column search`.
enum SearchCommand {
    private static let column = OptionDescription.value(
        "column", "c", "COLUMN", .column, "Only in this column.")
    private static let limit = OptionDescription.value(
        "limit", "n", "N", .count(1...10_000), "At most N episodes; 20 where not given.")
    private static let directory = OptionDescription.flag(
        "directory", "d", "Ask podcast directories; “column add NUMBER” subscribes.")

    static let description = CommandDescription(
        name: "search", group: .listening,
        summary: "Find words in titles, notes, articles and transcripts",
        examples: [
            .init("column search winter garden", "Finds episodes with both words"),
            .init("column search '\"winter garden\"' -frost", "A phrase, and without a word"),
            .init("column search 'gard*' is:unplayed after:2026-01", "The beginning of a word"),
            .init("column search column:lamps has:transcript", "All of a column with transcripts"),
            .init("column search --directory garden", "Finds podcasts to subscribe to"),
        ],
        operands: [OperandDescription("TEXT", .query, .words)],
        options: [column, limit, directory, .json],
        notes: [
            """
            Words are found whole, without regard to case and accents; where none is, such as begin \
            so. Chinese, Japanese and Korean are found as they stand. Titles count most.
            """,
            """
            Filters: column:WORDS, after:DAY, before:DAY (2026-11-30, 2026-11, 2026, 7d), \
            has:transcript, audio, chapters, notes; is:liked, played, unplayed, downloaded, \
            new, queued, read, unread. A - before a word or filter excludes it.
            """,
        ],
        next: ["column show EPISODE", "column read EPISODE", "column play EPISODE"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let library = try context.library()
        let text = context.arguments.operand("TEXT") ?? ""
        if context.arguments.has(directory) {
            return try await DirectoryOutput.search(
                text, limit: context.arguments.count(limit) ?? 20, context)
        }
        var only: ColumnID?
        if let name = context.arguments.text(column) {
            only = try await library.column(named: name).id
        }
        let result = try await library.search(
            text, in: only, limit: context.arguments.count(limit) ?? 20)
        let console = context.console
        guard !context.isJSON else {
            try printJSON(result, context)
            return .success
        }
        if result.isBroadened {
            console.note("No episode has these words; these have words that begin so.")
        }
        try await EpisodeOutput.printTable(result.hits.map(\.episode), context) { index in
            result.hits[index].snippet.map { line($0, console) }
        }
        if result.hits.isEmpty { console.note("Nothing was found.") }
        if result.hasMore { console.note("There are more; --limit N shows N.") }
        return .success
    }

    /// A snippet with what was found in bold, or between stars where nothing is bold.
    private static func line(_ snippet: MarkedText, _ console: Console) -> [String] {
        let width = max(20, (console.width ?? 100) - 6)
        let pieces = snippet.pieces.map { piece in
            let text = SafeText.line(piece.text)
            return (
                text: piece.isMarked && !console.style.hasColor ? "*\(text)*" : text,
                isMarked: piece.isMarked
            )
        }
        let lines = LineWrapper(width: width).wrap(pieces.map(\.text).joined())
        guard console.style.hasColor else { return lines }
        // The wrapper changes only blanks at line ends, so the marks are set again by counting.
        var marks = pieces.flatMap { piece in piece.text.map { ($0, piece.isMarked) } }[...]
        return lines.map { line in
            var (result, isBold) = ("", false)
            for character in line {
                while let first = marks.first, first.0 != character { marks.removeFirst() }
                let isMarked = marks.popFirst()?.1 ?? false
                if isMarked != isBold {
                    result += isMarked ? TextStyle.bold.sequence : TextStyle.reset
                    isBold = isMarked
                }
                result.append(character)
            }
            return result + (isBold ? TextStyle.reset : "")
        }
    }

    private static func printJSON(_ result: SearchResult, _ context: CommandContext) throws {
        let media = try context.places().mediaDirectory(context.configuration())
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.member("more", result.hasMore)
            json.member("broadened", result.isBroadened)
            json.key("episodes")
            json.array { json in
                for hit in result.hits {
                    json.object { json in
                        json.members(of: hit.episode, media: media)
                        json.key("titleMarks")
                        json.ranges(hit.title.marks)
                        json.key("snippet")
                        if let snippet = hit.snippet {
                            json.object { json in
                                json.member("field", hit.field?.rawValue)
                                json.member("text", snippet.text)
                                json.key("marks")
                                json.ranges(snippet.marks)
                            }
                        } else {
                            json.null()
                        }
                    }
                }
            }
        }
        context.console.print(json.text)
    }
}

extension JSONWriter {
    /// Writes ranges as pairs of begin and end, counted in code points.
    fileprivate mutating func ranges(_ ranges: [Range<Int>]) {
        array { json in
            for range in ranges {
                json.array { json in
                    json.number(range.lowerBound)
                    json.number(range.upperBound)
                }
            }
        }
    }
}
