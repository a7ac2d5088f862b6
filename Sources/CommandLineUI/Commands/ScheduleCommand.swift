import ColumnModel
import ColumnServices
@preconcurrency import Glibc
import JSONKit
import Localization
import TerminalText

/// `column schedule`.
enum ScheduleCommand {
    private static let every = OptionDescription.value(
        "every", nil, "TIME", .choice(Array(SchedulePlan.intervals.keys).sorted()),
        "15m, 30m, 1h, 3h, 6h, 12h or 1d; 1h where not given.")
    private static let at = OptionDescription.value(
        "at", nil, "HH:MM,…", .dayTimes, "At these times of the day, as 07:00 or 07:00,19:30.")
    private static let onPower = OptionDescription.flag(
        "on-power", nil, "Not while the computer runs on battery (systemd).")
    private static let dryRun = OptionDescription.flag(
        "dry-run", nil, "Print what would be installed.")

    static let description = CommandDescription(
        name: "schedule", group: .upkeep, summary: "Sync and download by a timer",
        examples: [
            .init("column schedule install --every 3h", "Syncs and downloads what is new"),
            .init("column schedule install --at 07:00", "Does it each morning"),
            .init("column schedule status", "Shows the last and the next run"),
            .init("column schedule remove", "Ends it"),
        ],
        options: [.json],
        notes: [
            """
            It is a systemd user timer, or a line of your crontab where there is no systemd. It \
            runs “column schedule run”, which is “column sync” and “column download --new”. \
            What was missed while the computer was off is made up for (systemd).
            """,
            """
            A user’s timers rest while nobody is logged in, unless “loginctl enable-linger” lets \
            them go on.
            """,
        ], next: ["column schedule status"],
        commands: [
            CommandDescription(
                name: "install", summary: "Install the timer, or change it",
                examples: [
                    .init("column schedule install", "Every hour"),
                    .init("column schedule install --at 07:00,19:30", "Twice a day"),
                ],
                options: [every, at, onPower, dryRun, .json], next: ["column schedule status"],
                action: install),
            CommandDescription(
                name: "remove", summary: "Remove the timer",
                examples: [.init("column schedule remove", "Ends it")], options: [.json],
                next: ["column schedule install"], action: remove),
            CommandDescription(
                name: "status", summary: "Show the last and the next run",
                examples: [.init("column schedule status", "Shows it")], options: [.json],
                next: ["column schedule run"], action: status),
            ScheduleRunCommand.description,
        ], action: status)

    @Sendable private static func install(_ context: CommandContext) async throws -> ExitCode {
        let (console, arguments) = (context.console, context.arguments)
        guard !arguments.has(every) || !arguments.has(at) else {
            throw UsageError.conflict("--every", "--at", command: arguments.path)
        }
        let plan =
            arguments.text(at).flatMap(SchedulePlan.init(at:))
            ?? SchedulePlan(every: arguments.text(every) ?? "1h")
        guard let plan else { return .internalError }
        let isSystemd = hasUserManager()
        let isSandboxed = !isSystemd || Schedule.canSandbox()
        let schedule = try Schedule(
            environment: context.environment, plan: plan, isOnPowerOnly: arguments.has(onPower),
            isSandboxed: isSandboxed)
        if arguments.has(dryRun), context.isJSON {
            console.print(json(schedule, plan, kind: nil))
            return .success
        }
        if arguments.has(dryRun) {
            let cron = schedule.cronLines.joined(separator: "\n")
            console.print(verbatim: "# \(schedule.servicePath)\n\(schedule.service)")
            console.print(verbatim: "# \(schedule.timerPath)\n\(schedule.timer)")
            console.print(verbatim: "# crontab\n\(cron)")
            return .success
        }
        // What the service writes to must be there: it may make nothing outside of it.
        for folder in schedule.folders { try PrivateFile.makeDirectory(folder) }
        if isSystemd {
            try PrivateFile.write(schedule.service.utf8, to: schedule.servicePath)
            try PrivateFile.write(schedule.timer.utf8, to: schedule.timerPath)
            do {
                try systemctl(["daemon-reload"])
                try systemctl(["enable", "--now", "column.timer"])
            } catch {
                // Units that do not run would be taken for a timer.
                schedule.removeFiles()
                throw error
            }
        } else {
            guard let table = try Crontab.read() else { throw CommandError.noScheduler }
            try table.replacingOurs(with: schedule.cronLines).write()
        }
        if context.isJSON {
            console.print(json(schedule, plan, kind: isSystemd ? "systemd" : "cron"))
            return .success
        }
        if !isSandboxed {
            console.note("This computer gives no user’s service a sandbox; it runs without.")
        }
        if isSystemd {
            console.note("Installed: a systemd timer, \(plan.message): \(schedule.timerPath)")
        } else {
            console.note("Installed: a line of your crontab, \(plan.message).")
        }
        return .success
    }

    /// - Parameter kind: what was installed; nil where nothing was.
    private static func json(_ schedule: Schedule, _ plan: SchedulePlan, kind: String?) -> String {
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.member("timer", kind)
            json.member("plan", plan.words)
            if kind != "cron" {
                json.member("servicePath", schedule.servicePath)
                json.member("timerPath", schedule.timerPath)
            }
            if kind == nil {
                json.member("service", schedule.service)
                json.member("timerUnit", schedule.timer)
            }
            if kind != "systemd" {
                json.key("crontab")
                json.array { json in for line in schedule.cronLines { json.string(line) } }
            }
        }
        return json.text
    }

    private static func anySchedule(_ context: CommandContext) throws -> Schedule {
        guard let plan = SchedulePlan(every: "1h") else { throw CommandError.noColumns }
        return try Schedule(environment: context.environment, plan: plan, isOnPowerOnly: false)
    }

    @Sendable private static func remove(_ context: CommandContext) async throws -> ExitCode {
        let schedule = try anySchedule(context)
        var isRemoved = false
        if FilePath.exists(schedule.timerPath) {
            if hasUserManager() { try systemctl(["disable", "--now", "column.timer"]) }
            schedule.removeFiles()
            if hasUserManager() { try systemctl(["daemon-reload"]) }
            isRemoved = true
        }
        if let table = try Crontab.read(), !table.ours.isEmpty {
            try table.replacingOurs(with: []).write()
            isRemoved = true
        }
        if context.isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("version", 1)
                json.member("removed", isRemoved)
            }
            context.console.print(json.text)
        } else {
            context.console.note(isRemoved ? "Removed." : "There is no timer.")
        }
        return .success
    }

    /// What there is of a timer.
    private struct State {
        var kind: String?
        var plan: String?
        var place: String?
        var next: Timestamp?
    }

    @Sendable private static func status(_ context: CommandContext) async throws -> ExitCode {
        let (library, console) = (try context.library(), context.console)
        let state = try state(context)
        let last = try await library.lastRun(of: .schedule)
        let sync = try await library.lastRun(of: .sync)
        if context.isJSON {
            console.print(json(state, last, sync))
            return .success
        }
        if let kind = state.kind {
            let place = state.place.map { " (\(SafeText.line($0)))" } ?? ""
            let timer: Message =
                state.plan.map { "\(SchedulePlan.message(of: $0)), \(kind)" } ?? "\(kind)"
            console.print("Timer: \(timer)\(place)")
            console.print("Next run: \(state.next.map(DateText.minute) ?? "not known")")
        } else {
            console.print("Timer: none. “column schedule install” makes one.")
        }
        console.print("Last run by the timer: \(last.map(words) ?? "none yet")")
        console.print("Last sync: \(sync.map(words) ?? "none yet")")
        return .success
    }

    private static func state(_ context: CommandContext) throws -> State {
        let schedule = try anySchedule(context)
        if let plan = Schedule.words(inTimer: schedule.timerPath) {
            let shown = ChildProgram.run(
                "systemctl", ["--user", "list-timers", "column.timer", "--output=json"])
            // In microseconds; `show` knows `--timestamp=unix`, but not for timers (systemd 252).
            let next = shown.flatMap { JSONTree($0.output)?.elements?.first?["next"] }?
                .integer(Int64.self)
            return State(
                kind: "systemd", plan: plan, place: schedule.timerPath,
                next: next.map { Timestamp(secondsSince1970: $0 / 1_000_000) })
        }
        let lines = (try? Crontab.read())??.ours ?? []
        guard let line = lines.first else { return State() }
        let now = Timestamp(secondsSince1970: Int64(time(nil)))
        return State(
            kind: "cron", plan: nil, place: line,
            next: lines.compactMap { SchedulePlan.next($0, after: now) }.min())
    }

    private static func words(_ run: RecordedRun) -> Message {
        """
        \(DateText.minute(run.began)), \(NumberText.duration(run.ended - run.began)) long: \
        \(result(of: run))
        """
    }

    /// How a run went, in words.
    static func result(of run: RecordedRun) -> Message {
        let result: Message =
            switch ExitCode(rawValue: run.exitCode) {
            case .success: "all well"
            case .someFailed: "some failed (exit 3)"
            case .unreachable: "nothing could be reached (exit 4)"
            case .diskFull: "the disk was full (exit 6)"
            case .login: "a login was needed (exit 7)"
            default: "exit \(run.exitCode)"
            }
        let failed: Message =
            run.failed > 0
            ? Message(", \(count: run.failed, "column") failed", context: "columns") : ""
        return "\(result), \(count: run.added, "new episode")\(failed)"
    }

    private static func json(_ state: State, _ last: RecordedRun?, _ sync: RecordedRun?) -> String {
        var json = JSONWriter()
        json.object { json in
            json.member("version", 1)
            json.member("timer", state.kind)
            json.member("plan", state.plan)
            json.member("next", state.next?.secondsSince1970)
            for (name, run) in [("lastRun", last), ("lastSync", sync)] {
                json.key(name)
                guard let run else {
                    json.null()
                    continue
                }
                json.object { json in
                    json.member("began", run.began.secondsSince1970)
                    json.member("ended", run.ended.secondsSince1970)
                    json.member("exitCode", run.exitCode)
                    json.member("added", run.added)
                    json.member("failed", run.failed)
                }
            }
        }
        return json.text
    }

    /// Whether a systemd runs for this user.
    private static func hasUserManager() -> Bool {
        ChildProgram.run("systemctl", ["--user", "show", "-p", "Version"])?.code == 0
    }

    private static func systemctl(_ arguments: [String]) throws {
        let result = ChildProgram.run("systemctl", ["--user"] + arguments)
        guard let result, result.code == 0 else {
            throw CommandError.programFailed(
                "systemctl --user \(arguments[0])", output: result?.complaintText ?? "")
        }
    }
}
