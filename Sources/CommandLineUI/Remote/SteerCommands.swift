import ColumnModel
import ColumnServices
import Localization
import PlaybackRules
import RemoteControl

/// The commands that steer the running player.
enum SteerCommands {
    static let all: [CommandDescription] = [
        make("pause", "Pause the running player") { _ in .pause },
        make("resume", "Let the running player go on") { _ in .resume },
        make("toggle", "Pause the running player, or let it go on") { _ in .toggle },
        make("stop", "End the running player; the place is kept") { _ in .stop },
        make(
            "next", "Go to the next episode, or chapter",
            flag: (.flag("chapter", nil, "To the next chapter."), .nextChapter)
        ) { _ in .next },
        make(
            "previous", "Go back, or to the beginning of the episode or chapter",
            flag: (
                .flag("chapter", nil, "To the chapter’s beginning, or the one before."),
                .previousChapter
            )
        ) { _ in .previous },
        make(
            "seek", "Go to another place in the episode", example: "seek +30",
            operand: OperandDescription("±TIME|TIME|N%", .seek, .optional),
            flag: (.flag("undo", nil, "Back to where the last seek began."), .undoSeek)
        ) { text in SeekText.target(text).map { .seek($0) } },
        make(
            "speed", "Change the speed", example: "speed 1.5",
            operand: OperandDescription("SPEED", .speed)
        ) { text in ValueKind.speed(text).map { .setSpeed($0) } },
        make(
            "sleep", "Set the sleep timer, or end it", example: "sleep 30m",
            operand: OperandDescription("WHEN|off", .sleepOrOff)
        ) { text in
            if text == "off" { return .setSleep(nil) }
            if text.hasPrefix("+") {
                return UnitText.duration(String(text.dropFirst())).map { .extendSleep(by: $0) }
            }
            return ValueKind.sleep(text).map { .setSleep($0) }
        },
        make(
            "mode", "Change in which order the list plays", example: "mode shuffle",
            operand: OperandDescription(
                "MODE", .choice(PlaybackMode.allCases.map(\.rawValue)))
        ) { text in PlaybackMode(rawValue: text).map { .setMode($0) } },
        make(
            "volume", "Change the volume, 0 to 100", example: "volume 80",
            operand: OperandDescription("N", .count(0...100))
        ) { text in Double(text).map { .setVolume($0 / 100) } },
        CommandDescription(
            name: "status", group: .player, summary: "Show what the running player does",
            examples: [.init("column status", "Shows title, place and speed")],
            options: [.json], next: ["column toggle", "column seek +30"],
            action: { context in
                try await tell(try await client(context).status(), context)
                return .success
            }),
    ]

    private static func make(
        _ name: String, _ summary: Message, example: String? = nil,
        operand: OperandDescription? = nil,
        flag: (option: OptionDescription, command: PlaybackCommand)? = nil,
        _ command: @escaping @Sendable (String) -> PlaybackCommand?
    ) -> CommandDescription {
        CommandDescription(
            name: name, group: .player, summary: summary,
            examples: [.init("column \(example ?? name)", summary)]
                + (flag.map { [.init("column \(name) --\($0.option.name)", $0.option.summary)] }
                    ?? []),
            operands: operand.map { [$0] } ?? [],
            options: (flag.map { [$0.option] } ?? []) + [.json],
            next: ["column status"],
            action: { context in
                let text = operand.flatMap { context.arguments.operand($0.name) } ?? ""
                var wanted = command(text)
                if let flag, context.arguments.has(flag.option) { wanted = flag.command }
                guard let command = wanted else {
                    throw UsageError.missingOperand(
                        operand ?? OperandDescription("", .text), command: [name])
                }
                let snapshot = try await client(context).perform(command)
                if context.isJSON { try await tell(snapshot, context) }
                return .success
            })
    }

    private static func client(_ context: CommandContext) throws -> PlayerClient {
        try PlayerClient(directory: try context.places().runtimeDirectory)
    }

    private static func tell(_ snapshot: PlaybackSnapshot, _ context: CommandContext)
        async throws
    {
        PlayerOutput.print(snapshot, context)
    }
}
