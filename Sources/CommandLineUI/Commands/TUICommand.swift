import ColumnServices
import Localization
import TerminalText
import TerminalUI

/// `column tui`.
enum TUICommand {
    private static let plain = OptionDescription.flag(
        "plain", nil, "Lines and words instead of a screen, as for screen readers and pipes.")

    static let description = CommandDescription(
        name: "tui", group: .listening, summary: "Open the full-screen interface",
        examples: [
            .init("column tui", "Shows columns, episodes, articles and the player")
        ],
        options: [plain],
        notes: [
            """
            Keys: j and k or the arrows move, Enter opens, p plays, Space pauses, / searches, \
            : takes any command of column, ? shows all keys, q leaves.
            """,
            "With --plain, or where TERM is dumb, every key is a word: “help” lists them.",
            """
            The player goes on when you leave; “column stop” ends it. A sync or download that runs \
            can go on, too, or be ended; it keeps what it has.
            """,
        ] + keys, next: ["column play EPISODE", "column status"], action: run)

    /// All keys with their words, a paragraph a group, from the interface's own table.
    private static var keys: [Message] {
        TerminalInterface.keys.map { group in
            let keys: [Message] = group.keys.map { key in
                .sentence("\(key.names) (\(key.word)) \(key.help)")
            }
            return "\(group.title): \(Message.list(keys, .sentences))"
        }
    }

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let places = try context.places()
        let configuration = try context.configuration()
        let library = try context.library()
        let isEnglish = context.console.style.language == .english
        let program = InterfaceProgram(
            commandNames: CommandTable.all.filter { $0.group != nil }.map(\.name),
            skipForward: configuration[.playSkipForward], skipBack: configuration[.playSkipBack],
            run: { words, onLine in await OwnProgram.run(words, onLine: onLine) },
            startPlayer: { words in
                await BackgroundPlayer.start(
                    ["column"] + words, directory: places.runtimeDirectory) != nil
            },
            startBehind: { OwnProgram.startBehind($0) },
            complete: { words in
                await Completer(commands: CommandTable.all, library: library)
                    .completion(of: words).candidates.map(\.value)
            },
            codes: isEnglish ? [:] : ErrorCodeText.meanings,
            output: { await OwnProgram.output($0) },
            describe: { FailureReport($0).message })
        let color = context.arguments.text(.color).flatMap(ColorPolicy.init(rawValue:)) ?? .auto
        let environment = context.environment
        let isPlain = context.arguments.has(plain)
        let ending = try await context.interruption.cancelling {
            try await TerminalInterface.run(
                places: places, library: library, configuration: configuration, program: program,
                environment: environment, color: color, isPlain: isPlain)
        }
        switch ending {
        case .left: return .success
        case .noTerminal: throw CommandError.noTerminal
        }
    }
}
