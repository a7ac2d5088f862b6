import ColumnModel
import ColumnServices
import JSONKit
import Localization
import TerminalText

/// `column queue`.
enum QueueCommand {
    private static let front = OptionDescription.flag("front", nil, "Before all others.")
    private static let restoreFlag = OptionDescription.flag(
        "restore", nil, "Put back what was taken out last: played, removed or cleared.")
    private static let place = OperandDescription("PLACE", .count(1...1_000_000))

    static let description = CommandDescription(
        name: "queue", group: .listening, summary: "See and change what plays next",
        examples: [
            .init("column queue", "Shows the queue with its places"),
            .init("column queue add 12 14", "Puts two episodes at its end"),
            .init("column queue move 3 1", "Makes the third the first"),
            .init("column queue --restore", "Puts back what was taken out last"),
        ],
        options: [restoreFlag, .json], next: ["column play"],
        commands: [
            CommandDescription(
                name: "add", summary: "Put episodes into the queue",
                examples: [.init("column queue add 12", "Puts episode 12 at the end")],
                operands: [OperandDescription("EPISODE", .episode, .some)],
                options: [front, .json],
                action: add),
            CommandDescription(
                name: "remove", summary: "Take places out of the queue",
                examples: [.init("column queue remove 2", "Takes the second place out")],
                operands: [OperandDescription("PLACE", .count(1...1_000_000), .some)],
                options: [.json], action: remove),
            CommandDescription(
                name: "move", summary: "Move a place to another",
                examples: [.init("column queue move 3 1", "Makes the third the first")],
                operands: [place, OperandDescription("TO", .count(1...1_000_000))],
                options: [.json], action: move),
            CommandDescription(
                name: "clear", summary: "Empty the queue",
                examples: [.init("column queue clear", "Empties the queue")],
                options: [.json], action: clear),
            CommandDescription(
                name: "history", summary: "Show what was taken out of the queue",
                examples: [.init("column queue history", "Shows it, the newest first")],
                options: [.json], next: ["column queue restore 1"],
                action: QueueHistoryOutput.print),
            CommandDescription(
                name: "restore", summary: "Put back what was taken out",
                examples: [
                    .init("column queue restore", "Puts back what was taken out last"),
                    .init("column queue restore 2", "Puts back the second of the history"),
                ],
                operands: [OperandDescription("NUMBER", .count(1...1_000_000), .optional)],
                options: [.json], action: restore),
        ], action: list)

    @Sendable private static func list(_ context: CommandContext) async throws -> ExitCode {
        if context.arguments.has(restoreFlag) { return try await restore(context) }
        let queue = try await context.library().queue().map(\.episode)
        if context.isJSON {
            try EpisodeOutput.printJSON(queue, context)
        } else {
            try await EpisodeOutput.printTable(queue, context, places: true)
            if queue.isEmpty {
                context.console.note("The queue is empty. “column queue add EPISODE” fills it.")
            }
        }
        return .success
    }

    @Sendable private static func add(_ context: CommandContext) async throws -> ExitCode {
        let library = try context.library()
        var episodes: [Episode] = []
        for text in context.arguments.operands("EPISODE") {
            episodes.append(try await library.episode(named: text))
        }
        try await library.enqueue(
            episodes.map(\.id), atFront: context.arguments.has(front))
        ChangeOutput.print("queued", context) { json in
            json.ids("episodes", episodes.map(\.id))
        } words: {
            "Queued \(count: episodes.count, "episode")."
        }
        return .success
    }

    @Sendable private static func remove(_ context: CommandContext) async throws -> ExitCode {
        let library = try context.library()
        let queue = try await library.queue()
        var entries: [Int64] = []
        for text in context.arguments.operands("PLACE") {
            entries.append(try entry(text, in: queue))
        }
        let count = try await library.dequeue(entries)
        ChangeOutput.print("unqueued", context) { json in
            json.member("places", count)
        } words: {
            "Taken out: \(count: count, "place")."
        }
        return .success
    }

    @Sendable private static func move(_ context: CommandContext) async throws -> ExitCode {
        let library = try context.library()
        let id = try entry(
            context.arguments.operand("PLACE") ?? "", in: try await library.queue())
        let target = Int(context.arguments.operand("TO") ?? "") ?? 1
        try await library.moveInQueue(id, to: target - 1)
        if context.isJSON {
            ChangeOutput.print("queue-moved", context) { json in
                json.member("to", target)
            } words: {
                ""
            }
        }
        return .success
    }

    @Sendable private static func clear(_ context: CommandContext) async throws -> ExitCode {
        try await context.library().clearQueue()
        ChangeOutput.print("queue-cleared", context) { "The queue is empty." }
        return .success
    }

    @Sendable private static func restore(_ context: CommandContext) async throws -> ExitCode {
        let library = try context.library()
        let number = context.arguments.operand("NUMBER").flatMap { Int($0) }
        let history = try await library.queueHistory(limit: max(number ?? 1, 50))
        guard history.indices.contains((number ?? 1) - 1) else {
            throw CommandError.nothingToRestore(number)
        }
        let count = try await library.restoreQueue(history[(number ?? 1) - 1].id)
        ChangeOutput.print("queue-restored", context) { json in
            json.member("places", count)
        } words: {
            "Put back: \(count: count, "place")."
        }
        return .success
    }

    private static func entry(_ text: String, in queue: [QueuedEpisode]) throws -> Int64 {
        let place = Int(text) ?? 0
        guard queue.indices.contains(place - 1) else { throw CommandError.noQueuePlace(place) }
        return queue[place - 1].entry
    }
}
