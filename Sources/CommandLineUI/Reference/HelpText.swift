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
    init(_ command: CommandDescription, path: [String], width: Int = 80) {
        let name = (["column"] + path).joined(separator: " ")
        var lines: [String] = []
        if let first = command.examples.first {
            lines += ["  $ \(first.line)"]
            lines += Self.wrap(first.meaning + ".", indent: 4, width: width) + [""]
        }
        lines += Self.wrap(command.summary + ".", indent: 0, width: width) + [""]
        lines +=
            ["Usage:"]
            + Self.usages(command, name: name).flatMap {
                Self.wrap($0, indent: 2, hanging: 6, width: width)
            }
        if !command.commands.isEmpty {
            lines += ["", "Commands:"]
            lines += Self.pairs(
                command.commands.map { (Self.usage($0, name: $0.name), $0.summary + ".") },
                width: width)
        }
        lines += ["", "Options:"]
        lines += Self.pairs(
            command.allOptions.map { (Self.optionUsage($0), $0.summary) }, width: width)
        if command.examples.count > 1 {
            lines += ["", "More examples:"]
            for example in command.examples.dropFirst() {
                lines.append("  $ \(example.line)")
                lines += Self.wrap(example.meaning + ".", indent: 4, width: width)
            }
        }
        for note in command.notes { lines += [""] + Self.wrap(note, indent: 0, width: width) }
        if !command.next.isEmpty {
            lines += [""]
            lines += Self.wrap(
                "Next: " + command.next.joined(separator: ", "), indent: 0, hanging: 6,
                width: width)
        }
        text = lines.joined(separator: "\n")
    }

    /// The overview of the program.
    static func overview(_ commands: [CommandDescription], width: Int = 80) -> String {
        var lines = [
            "  $ column add https://example.org/feed.xml"
        ]
        lines += wrap("Subscribes to a column, and reads it.", indent: 4, width: width) + [""]
        lines += wrap(
            "Columns and podcasts for the terminal: sync, download, read, play, offline.",
            indent: 0, width: width)
        lines += ["", "Usage:", "  column COMMAND [OPTION…] [ARGUMENT…]"]
        for group in CommandDescription.Group.allCases {
            let members = commands.filter { $0.group == group }
            guard !members.isEmpty else { continue }
            lines += ["", "\(group.rawValue):"]
            lines += pairs(members.map { ($0.name, $0.summary + ".") }, width: width)
        }
        lines += [""]
        for sentence in [
            "“column COMMAND --help” says more of a command.",
            "A call that is none of these is handed to util-linux’s column.",
        ] {
            lines += wrap(sentence, indent: 0, width: width)
        }
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
            if !isEmpty, TextWidth.of(line) + 1 + TextWidth.of(word) > width {
                lines.append(line)
                line = String(repeating: " ", count: hanging ?? indent)
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return isEmpty ? lines : lines + [line]
    }
}
