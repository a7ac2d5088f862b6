import Localization

extension FailureReport {
    init(_ error: UsageError) {
        let (message, hints) = Self.words(of: error)
        self.init("usage", .usage, message, hints: hints)
    }

    private static func words(of error: UsageError) -> (Message, [Message]) {
        switch error {
        case .unknownCommand(let name, let parent, let suggestions):
            let command = (["column"] + parent).joined(separator: " ")
            return (
                parent.isEmpty
                    ? "“\(name)” is no command and no file."
                    : "“\(name)” is no command of “\(command)”.",
                [
                    suggestions.isEmpty
                        ? "“\(command) --help” lists the commands."
                        : "Did you mean \(Message.list(suggestions.map { "“\(command) \($0)”" }, .alternatives))?"
                ]
            )
        case .synonym(let name, let commands):
            return (
                "“\(name)” is no command and no file.",
                ["Here that is \(Message.list(commands.map { "“\($0)”" }, .alternatives))."]
            )
        case .missingCommand(let parent, let known):
            let command = (["column"] + parent).joined(separator: " ")
            return (
                "“\(command)” needs one of: \(Message.list(known)).", [seeHelp(parent)]
            )
        case .unknownOption(let name, let command, let suggestions):
            return (
                "“column \(command.joined(separator: " "))” has no option \(name).",
                [
                    suggestions.isEmpty
                        ? seeHelp(command)
                        : "Did you mean \(Message.list(suggestions, .alternatives))?"
                ]
            )
        case .missingValue(let option, let command):
            return ("\(option.usage): the value is missing.", [seeHelp(command)])
        case .unexpectedValue(let option, let command):
            return ("--\(option.name) takes no value.", [seeHelp(command)])
        case .repeated(let option, let command):
            return ("--\(option.name) was given twice.", [seeHelp(command)])
        case .badValue(let text, let name, let kind, let command):
            return ("\(name): “\(text)” is not \(kind.words).", [seeHelp(command)])
        case .missingOperand(let operand, let command):
            return (
                "“column \(command.joined(separator: " "))” needs \(operand.kind.words) (\(operand.name)).",
                [seeHelp(command)]
            )
        case .unexpectedOperand(let text, let command):
            return (
                "“\(text)” is one too many for “column \(command.joined(separator: " "))”.",
                [seeHelp(command)]
            )
        case .missingOption(let option, let command):
            return ("\(option.usage) is needed here, too.", [seeHelp(command)])
        case .conflict(let one, let other, let command):
            return ("\(one) and \(other) exclude each other.", [seeHelp(command)])
        case .needsAnswer(let option, _):
            return (
                "Without a terminal nobody can be asked.",
                ["Give \(option) to go on without a question."]
            )
        case .noOtherColumn(let first):
            return (
                first.map { "“\($0)” is meant for util-linux’s column, and there is none on PATH." }
                    ?? """
                    A call without arguments is meant for util-linux’s column, and there is none \
                    on PATH.
                    """,
                ["“column --help” shows what this column does."]
            )
        }
    }

    private static func seeHelp(_ command: [String]) -> Message {
        "See “column \((command + ["--help"]).joined(separator: " "))”."
    }
}

extension ValueKind {
    /// What it is, with an article, for sentences.
    var words: Message {
        switch self {
        case .text, .query: "a text"
        case .count(let range):
            range.upperBound == Int.max
                ? "a whole number from \(range.lowerBound) on"
                : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let words), .choices(let words): "one of \(Message.list(words))"
        case .time: "a time as 90, 12:30 or 1:02:03"
        case .speed: "a speed from 0.5 to 4, as 1.5"
        case .output: "one of auto, pulse, ao, ao:NAME, null, wav:FILE"
        case .sleep: "one of 30m, 23:30, end, 3eps, chapter, 2chapters"
        case .sleepOrOff: "one of 30m, 23:30, end, 3eps, chapter, 2chapters, +15m, off"
        case .seek: "a place as 12:30 or 50%, or a step as +30 or -1:00"
        case .age: "a time with its unit, as 12h or 30d"
        case .size: "a size with its unit, as 500MiB or 2GiB"
        case .moment: "a day as 2026-11-30, or an age as 7d"
        case .column: "a column: its number, its address or words of its title"
        case .episode: "an episode: its number, guid, address or words of its title"
        case .subject: "an episode or a column: its number, address or words of its title"
        case .file: "a file"
        case .source: "an address or a file"
        case .dayTimes: "times of the day as 07:00 or 07:00,19:30"
        case .key: "the name of a setting"
        }
    }
}
