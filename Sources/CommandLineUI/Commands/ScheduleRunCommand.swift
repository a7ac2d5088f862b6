import ColumnModel
import ColumnServices
@preconcurrency import Glibc
import Localization

/// `column schedule run`: what the timer runs.
enum ScheduleRunCommand {
    private static let offline = OptionDescription.flag(
        "even-offline", nil, "Run also where no network is seen.")

    static let description = CommandDescription(
        name: "run", summary: "Sync and download once, as the timer does",
        examples: [.init("column schedule run", "Tries what the timer will do")],
        options: [offline],
        notes: [
            """
            It ends with 4 where there is no network, and with 75, saying nothing, where another \
            run is at work.
            """
        ], next: ["column schedule status"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let library = try context.library()
        let began = library.now
        let notifier = ServiceNotifier(environment: context.environment)
        guard context.arguments.has(offline) || NetworkPresence.isSeen else {
            context.console.note("There is no network.")
            notifier.status("No network")
            await record(.unreachable, since: began, context)
            return .unreachable
        }
        notifier.status("Syncing")
        let sync = try await perform(["sync"], context)
        if let code = context.interruption.exitCode { return code }
        // The other run downloads, too, or will.
        if sync == .busy { return .busy }
        guard sync != .unreachable else {
            await record(sync, since: began, context)
            notifier.status("Nothing could be reached")
            return sync
        }
        notifier.status("Downloading")
        let download = try await perform(["download", "--new"], context)
        if let code = context.interruption.exitCode { return code }
        let grave = [sync, download].first { ![.success, .someFailed, .busy].contains($0) }
        let code = grave ?? (sync == .success ? download : sync)
        let run = await record(code, since: began, context)
        if let run {
            let result = ScheduleCommand.result(of: run).english
            notifier.status("\(DateText.minute(library.now).english): \(result)")
        }
        return code
    }

    /// Does another command's work with the options of this one.
    private static func perform(_ words: [String], _ context: CommandContext) async throws
        -> ExitCode
    {
        var words = words
        if context.console.style.isQuiet { words.append("--quiet") }
        if context.console.style.isVerbose { words.append("--verbose") }
        let parsed = try ArgumentParser(commands: CommandTable.all).parse(words)
        guard let action = parsed.command.action else { return .internalError }
        do {
            return try await action(
                CommandContext(
                    arguments: parsed, console: context.console, environment: context.environment,
                    interruption: context.interruption))
        } catch ServiceError.alreadyRunning(let job) {
            context.console.detail("column: another “column \(job)” is running.")
            return .busy
        } catch {
            guard context.interruption.exitCode == nil else { return .internalError }
            let report = FailureReport(error)
            report.write(to: context.console, asJSON: false)
            return report.exitCode
        }
    }

    @discardableResult
    private static func record(_ code: ExitCode, since began: Timestamp, _ context: CommandContext)
        async -> RecordedRun?
    {
        guard let library = try? context.library() else { return nil }
        let sync = try? await library.lastRun(of: .sync)
        let isOfThisRun = (sync?.ended).map { $0 >= began } ?? false
        let run = RecordedRun(
            began: began, ended: library.now, exitCode: code.rawValue,
            added: isOfThisRun ? sync?.added ?? 0 : 0,
            failed: isOfThisRun ? sync?.failed ?? 0 : 0)
        // A library that cannot be written has said so by now.
        try? await library.record(run, of: .schedule)
        return run
    }
}
