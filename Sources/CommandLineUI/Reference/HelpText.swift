import TerminalText

/// The help of a command, or of the program; no line is wider than 80 cells.
struct HelpText {
    /// The finished text without a last line end.
    let text: String

    /// The help of one command.
    init(_ command: CommandDescription, path: [String]) {
        let name = (["column"] + path).joined(separator: " ")
        var lines: [String] = []
        if let first = command.examples.first {
            lines += ["  $ \(first.line)"]
            lines += Self.wrap(first.meaning + ".", indent: 4) + [""]
        }
        lines += Self.wrap(command.summary + ".", indent: 0) + [""]
        lines +=
            ["Usage:"]
            + Self.usages(command, name: name).flatMap {
                Self.wrap($0, indent: 2, hanging: 6)
            }
        if !command.commands.isEmpty {
            lines += ["", "Commands:"]
            lines += Self.pairs(
                command.commands.map { (Self.usage($0, name: $0.name), $0.summary + ".") })
        }
        lines += ["", "Options:"]
        lines += Self.pairs(
            command.allOptions.map { (Self.optionUsage($0), $0.summary) })
        if command.examples.count > 1 {
            lines += ["", "More examples:"]
            for example in command.examples.dropFirst() {
                lines.append("  $ \(example.line)")
                lines += Self.wrap(example.meaning + ".", indent: 4)
            }
        }
        for note in command.notes { lines += [""] + Self.wrap(note, indent: 0) }
        if !command.next.isEmpty {
            lines += ["", "Next: " + command.next.joined(separator: ", ")]
        }
        text = lines.joined(separator: "\n")
    }

    /// The overview of the program.
    static func overview(_ commands: [CommandDescription]) -> String {
        var lines = [
            "  $ column add https://example.org/feed.xml",
            "    Subscribes to a column, and reads it.", "",
            "Columns and podcasts for the terminal: sync, download, read, play, offline.", "",
            "Usage:", "  column COMMAND [OPTION…] [ARGUMENT…]",
        ]
        for group in CommandDescription.Group.allCases {
            let members = commands.filter { $0.group == group }
            guard !members.isEmpty else { continue }
            lines += ["", "\(group.rawValue):"]
            lines += pairs(members.map { ($0.name, $0.summary + ".") })
        }
        lines += [
            "", "“column COMMAND --help” says more of a command.",
            "A call that is none of these is handed to util-linux’s column.",
        ]
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
    static func pairs(_ pairs: [(String, String)]) -> [String] {
        let width = min(26, pairs.map { TextWidth.of($0.0) }.max() ?? 0)
        return pairs.flatMap { term, meaning -> [String] in
            var lines = wrap(meaning, indent: 2 + width + 2)
            let head = "  " + TextWidth.pad(term, to: width) + "  "
            if TextWidth.of(term) > width {
                return ["  " + term] + lines
            }
            if let first = lines.first {
                lines[0] = head + first.drop { $0 == " " }
            } else {
                lines = [head]
            }
            return lines
        }
    }

    /// A paragraph in lines of at most 80 cells.
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
