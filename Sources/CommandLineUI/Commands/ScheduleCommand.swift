import ColumnModel
import ColumnServices
import TerminalText

/// `column schedule`.
enum ScheduleCommand {
    private static let every = OptionDescription.value(
        "every", nil, "TIME", .choice(Array(Schedule.calendars.keys).sorted()),
        "15m, 30m, 1h, 3h, 6h, 12h or 1d; 1h where not given.")
    private static let dryRun = OptionDescription.flag(
        "dry-run", nil, "Print what would be installed.")

    static let description = CommandDescription(
        name: "schedule", group: .upkeep, summary: "Sync and download by a timer",
        examples: [
            .init("column schedule install --every 3h", "Syncs and downloads what is new"),
            .init("column schedule status", "Shows the last and the next run"),
            .init("column schedule remove", "Ends it"),
        ],
        notes: [
            "It is a systemd user timer, or a line of your crontab where there is no systemd. It"
                + " runs “column sync” and “column download --new”."
        ], next: ["column schedule status"],
        commands: [
            CommandDescription(
                name: "install", summary: "Install the timer, or change it",
                examples: [.init("column schedule install", "Every hour")],
                options: [every, dryRun], action: install),
            CommandDescription(
                name: "remove", summary: "Remove the timer",
                examples: [.init("column schedule remove", "Ends it")], action: remove),
            CommandDescription(
                name: "status", summary: "Show the last and the next run",
                examples: [.init("column schedule status", "Shows it")], action: status),
        ], action: status)

    @Sendable private static func install(_ context: CommandContext) async throws -> ExitCode {
        let schedule = try Schedule(
            environment: context.environment, every: context.arguments.text(every) ?? "1h")
        let console = context.console
        if context.arguments.has(dryRun) {
            console.print("# \(schedule.servicePath)\n\(schedule.service)")
            console.print("# \(schedule.timerPath)\n\(schedule.timer)")
            console.print("# crontab\n\(schedule.cronLine)")
            return .success
        }
        if hasUserManager() {
            try PrivateFile.write(schedule.service.utf8, to: schedule.servicePath)
            try PrivateFile.write(schedule.timer.utf8, to: schedule.timerPath)
            try systemctl(["daemon-reload"])
            try systemctl(["enable", "--now", "column.timer"])
            console.note("Installed: a systemd timer, \(schedule.timerPath)")
        } else {
            try writeCrontab { lines in lines + [schedule.cronLine] }
            console.note("Installed: a line of your crontab.")
        }
        return .success
    }

    @Sendable private static func remove(_ context: CommandContext) async throws -> ExitCode {
        let schedule = try Schedule(environment: context.environment, every: "1h")
        var isRemoved = false
        if FilePath.exists(schedule.timerPath) {
            if hasUserManager() { try systemctl(["disable", "--now", "column.timer"]) }
            schedule.removeFiles()
            if hasUserManager() { try systemctl(["daemon-reload"]) }
            isRemoved = true
        }
        if crontab()?.contains(where: Schedule.isOurs) == true {
            try writeCrontab { $0 }
            isRemoved = true
        }
        context.console.note(isRemoved ? "Removed." : "There is no timer.")
        return .success
    }

    @Sendable private static func status(_ context: CommandContext) async throws -> ExitCode {
        let schedule = try Schedule(environment: context.environment, every: "1h")
        let console = context.console
        if FilePath.exists(schedule.timerPath) {
            console.print("A systemd timer: \(schedule.timerPath)")
            let shown = ChildProgram.run(
                "systemctl",
                ["--user", "list-timers", "--all", "--no-pager", "column.timer"])
            if let shown, shown.code == 0 { console.print(SafeText.lines(shown.output)) }
            let result = ChildProgram.run(
                "systemctl", ["--user", "show", "column.service", "-p", "Result,ExecMainStatus"])
            if let result, result.code == 0 { console.print(SafeText.lines(result.output)) }
            return .success
        }
        if let line = crontab()?.first(where: Schedule.isOurs) {
            console.print("A line of your crontab:\n\(SafeText.line(line))")
            return .success
        }
        console.note("There is no timer. “column schedule install” makes one.")
        return .success
    }

    /// Whether a systemd runs for this user.
    private static func hasUserManager() -> Bool {
        ChildProgram.run("systemctl", ["--user", "show", "-p", "Version"])?.code == 0
    }

    private static func systemctl(_ arguments: [String]) throws {
        let result = ChildProgram.run("systemctl", ["--user"] + arguments)
        guard let result, result.code == 0 else {
            throw CommandError.programFailed(
                "systemctl --user \(arguments[0])", output: result?.output ?? "")
        }
    }

    /// The lines of the user's crontab; nil where there is no cron.
    private static func crontab() -> [String]? {
        guard let result = ChildProgram.run("crontab", ["-l"]) else { return nil }
        return result.code == 0 ? result.output.split(separator: "\n").map(String.init) : []
    }

    /// Writes the crontab without our line, as changed by the closure.
    private static func writeCrontab(_ change: ([String]) -> [String]) throws {
        guard let lines = crontab() else {
            throw CommandError.programFailed(
                "Scheduling", output: "there is neither a systemd for this user nor cron")
        }
        let text = change(lines.filter { !Schedule.isOurs($0) }).map { $0 + "\n" }.joined()
        let result = ChildProgram.run("crontab", ["-"], input: text)
        guard let result, result.code == 0 else {
            throw CommandError.programFailed("crontab", output: result?.output ?? "")
        }
    }
}
