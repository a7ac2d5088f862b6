import ColumnModel
import ColumnServices
import JSONKit
import Localization
import TerminalText

/// `column clean`.
enum CleanCommand {
    private static let apply = OptionDescription.flag(
        "apply", nil, "Do it: move the files to the trash.")
    private static let older = OptionDescription.value(
        "older", nil, "AGE", .age, "Also what was downloaded longer ago, as 30d.")
    private static let keep = OptionDescription.value(
        "keep", nil, "N", .count(0...100_000), "Also all but the newest N of each column.")
    private static let keepPlayed = OptionDescription.flag(
        "keep-played", nil, "Not what was played.")
    private static let restore = OptionDescription.value(
        "restore", nil, "EPISODE", .episode, isRepeatable: true, "Take it out of the trash.")
    private static let empty = OptionDescription.flag(
        "empty-trash", nil, "Remove for good what lies in the trash.")

    static let description = CommandDescription(
        name: "clean", group: .upkeep, summary: "Make room by storage rules",
        examples: [
            .init("column clean", "Shows what would be removed"),
            .init("column clean --apply", "Moves it to the trash"),
            .init("column clean --older 30d --apply", "The same with all that is older"),
            .init("column clean --restore 12", "Brings episode 12 back"),
        ],
        options: [apply, older, keep, keepPlayed, restore, empty, .json],
        notes: [
            """
            Without options: what was played, and what goes over clean.budget. Liked, queued and \
            unfinished episodes are never in it. The trash keeps files for clean.grace.
            """
        ], next: ["column clean --apply", "column fsck"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let (library, arguments) = (try context.library(), context.arguments)
        let configuration = try context.configuration()
        let service = StorageService(
            library: library, places: try context.places(), configuration: configuration)
        if arguments.has(restore) {
            var ids: [EpisodeID] = []
            for text in arguments.texts(restore) {
                ids.append(try await library.episode(named: text).id)
            }
            let count = try await service.restore(ids)
            try await context.updateLinks(configuration)
            context.console.note("\(count: count, "file") taken out of the trash.")
            return count == ids.count ? .success : .someFailed
        }
        if arguments.has(empty) {
            try await service.emptyTrash()
            context.console.note("The trash is empty.")
            return .success
        }
        let plan = try await service.plan(
            removesPlayed: !arguments.has(keepPlayed),
            maximumAge: arguments.text(older).flatMap { UnitText.duration($0) },
            newestPerColumn: arguments.count(keep))
        let moved = arguments.has(apply) ? try await service.apply(plan) : nil
        if moved != nil { try await context.updateLinks(configuration) }
        if context.isJSON {
            printJSON(plan, moved, context)
        } else {
            printWords(plan, moved, context.console)
        }
        return .success
    }

    private static func printWords(_ plan: StoragePlan, _ moved: Int?, _ console: Console) {
        if !plan.items.isEmpty {
            var table = console.table([
                .init(title: "NO", isRight: true), .init(title: "SIZE", isRight: true),
                .init(title: "CAUSE"), .init(title: "TITLE", isFlexible: true),
            ])
            for item in plan.items {
                table.add([
                    "\(item.episode.rawValue)", NumberText.size(item.bytes),
                    console.text(words(item.cause)), item.title,
                ])
            }
            console.print(table)
        }
        if let moved {
            console.note("\(count: moved, "file") moved to the trash.")
        } else if plan.items.isEmpty, plan.expiredCount == 0 {
            console.note("There is nothing to clean.")
        } else {
            let all = NumberText.size(plan.bytesBefore)
            let expired: Message =
                plan.expiredCount > 0 ? "; \(plan.expiredCount) would leave it for good" : ""
            console.note(
                """
                \(count: plan.items.count, "file"), \(NumberText.size(plan.bytes)) of \(all), would go \
                to the trash\(expired). “column clean --apply” does it.
                """)
        }
        if plan.bytesOverBudget > 0 {
            console.note(
                "\(NumberText.size(plan.bytesOverBudget)) over clean.budget are protected.")
        }
    }

    private static func words(_ cause: String) -> Message {
        switch cause {
        case "played": "played"
        case "age": "age"
        case "number": "number"
        case "budget": "budget"
        default: Message(verbatim: cause)
        }
    }

    private static func printJSON(_ plan: StoragePlan, _ moved: Int?, _ context: CommandContext) {
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.member("applied", moved != nil)
            json.member("moved", moved)
            json.key("items")
            json.array { json in
                for item in plan.items {
                    json.object { json in
                        json.member("episode", item.episode.rawValue)
                        json.member("title", item.title)
                        json.member("bytes", item.bytes)
                        json.member("cause", item.cause)
                    }
                }
            }
            json.member("expired", plan.expiredCount)
            json.member("bytes", plan.bytes)
            json.member("bytesBefore", plan.bytesBefore)
            json.member("bytesOverBudget", plan.bytesOverBudget)
        }
        context.console.print(json.text)
    }
}
