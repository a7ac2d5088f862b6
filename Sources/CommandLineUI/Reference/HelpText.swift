import Localization
import TerminalText

/// The help of a command, or of the program; no line is wider than the terminal, or 80 cells.
struct HelpText {
    /// The widths that help is set for.
    static let widths = 40...80

    /// The finished text without a last line end.
    let text: String

    /// The width for a terminal; nil is the width of none.
    static func width(for terminal: Int?) -> Int {
        min(widths.upperBound, max(widths.lowerBound, terminal ?? widths.upperBound))
    }

    /// The help of one command.
    init(
        _ command: CommandDescription, path: [String], width: Int = 80,
        in language: Language = .english
    ) {
        let name = (["column"] + path).joined(separator: " ")
        func text(_ message: Message) -> String { message.text(in: language) }
        var lines: [String] = []
        if let first = command.examples.first {
            lines += ["  $ \(first.line)"]
            lines +=
                Self.wrap(text(.sentence(first.meaning)), indent: 4, width: width) + [""]
        }
        lines += Self.wrap(text(.sentence(command.summary)), indent: 0, width: width) + [""]
        lines +=
            [text("Usage:")]
            + Self.usages(command, name: name).flatMap {
                Self.wrap($0, indent: 2, hanging: 6, width: width)
            }
        if !command.commands.isEmpty {
            lines += ["", text("Commands:")]
            lines += Self.pairs(
                command.commands.map {
                    (Self.usage($0, name: $0.name), text(.sentence($0.summary)))
                },
                width: width)
        }
        lines += ["", text("Options:")]
        lines += Self.pairs(
            command.allOptions.map { (Self.optionUsage($0), text($0.summary)) }, width: width)
        if command.examples.count > 1 {
            lines += ["", text("More examples:")]
            for example in command.examples.dropFirst() {
                lines.append("  $ \(example.line)")
                lines += Self.wrap(text(.sentence(example.meaning)), indent: 4, width: width)
            }
        }
        for note in command.notes { lines += [""] + Self.wrap(text(note), indent: 0, width: width) }
        if !command.next.isEmpty {
            let heading = text("Next: ")
            lines += [""]
            lines += Self.wrap(
                heading + text(.list(command.next)), indent: 0, hanging: TextWidth.of(heading),
                width: width)
        }
        self.text = lines.joined(separator: "\n")
    }

    /// The overview of the program.
    static func overview(
        _ commands: [CommandDescription], width: Int = 80, in language: Language = .english
    ) -> String {
        func text(_ message: Message) -> String { message.text(in: language) }
        var lines = [
            "  $ column add https://example.org/feed.xml"
        ]
        lines += wrap(text("Subscribes to a column, and reads it."), indent: 4, width: width) + [""]
        lines += wrap(
            text("Columns and podcasts for the terminal: sync, download, read, play, offline."),
            indent: 0, width: width)
        lines += ["", text("Usage:"), "  column COMMAND [OPTION…] [ARGUMENT…]"]
        for group in CommandDescription.Group.allCases {
            let members = commands.filter { $0.group == group }
            guard !members.isEmpty else { continue }
            lines += ["", text("\(group.title):")]
            lines += pairs(members.map { ($0.name, text(.sentence($0.summary))) }, width: width)
        }
        lines += [""]
        let ends: [Message] = [
            "“column COMMAND --help” says more of a command.",
            "A call that is none of these is handed to util-linux’s column.",
        ]
        for sentence in ends { lines += wrap(text(sentence), indent: 0, width: width) }
        return lines.joined(separator: "\n")
    }

    /// The usage line of a command.
    static func usage(_ command: CommandDescription, name: String) -> String {
        ([name] + command.operands.map(\.usage)).joined(separator: " ")
    }

    static func usages(_ command: CommandDescription, name: String) -> [String] {
        var lines: [String] = []
        if command.action != nil {
            lines.append(
                ([name] + (command.options.isEmpty ? [] : ["[OPTION…]"])
                    + command.operands.map(\.usage)).joined(separator: " "))
        }
        return lines + command.commands.map { usage($0, name: "\(name) \($0.name)") }
    }

    static func optionUsage(_ option: OptionDescription) -> String {
        (option.letter.map { "-\($0), " } ?? "    ") + option.usage
    }

    /// Two columns: terms and what they mean.
    static func pairs(_ pairs: [(String, String)], width: Int = 80) -> [String] {
        // A narrow terminal keeps more than half of its cells for the meanings.
        let termWidth = min(
            26, width * 2 / 5 - 2, pairs.map { TextWidth.of($0.0) }.max() ?? 0)
        return pairs.flatMap { term, meaning -> [String] in
            var lines = wrap(meaning, indent: 2 + termWidth + 2, width: width)
            let head = "  " + TextWidth.pad(term, to: termWidth) + "  "
            if TextWidth.of(term) > termWidth {
                return wrap(term, indent: 2, hanging: 6, width: width) + lines
            }
            if let first = lines.first {
                lines[0] = head + first.drop { $0 == " " }
            } else {
                lines = [head]
            }
            return lines
        }
    }

    /// A paragraph in lines of a width.
    static func wrap(
        _ text: String, indent: Int, hanging: Int? = nil, width: Int = 80
    ) -> [String] {
        var lines: [String] = []
        var line = String(repeating: " ", count: indent)
        var isEmpty = true
        for word in text.split(separator: " ") {
            // Where there are ideographs a line may end within what stands between blanks.
            for (index, piece) in LineWrapper.pieces(of: word).enumerated() {
                let gap = isEmpty || index > 0 ? "" : " "
                if !isEmpty, TextWidth.of(line) + gap.count + TextWidth.of(piece) > width {
                    lines.append(line)
                    line = String(repeating: " ", count: hanging ?? indent) + piece
                } else {
                    line += gap + piece
                }
                isEmpty = false
            }
        }
        return isEmpty ? lines : lines + [line]
    }
}
