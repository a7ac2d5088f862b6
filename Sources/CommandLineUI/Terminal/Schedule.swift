import ColumnServices
@preconcurrency import Glibc

/// The timer that syncs: a systemd user timer with its service, or lines for cron.
struct Schedule {
    /// Where the service's unit lies.
    let servicePath: String
    /// Where the timer's unit lies.
    let timerPath: String
    /// The service's unit.
    let service: String
    /// The timer's unit.
    let timer: String
    /// The lines for cron.
    let cronLines: [String]
    /// The folders that the service writes to; they must be there when it begins.
    let folders: [String]

    private static let mark = "# column schedule"
    private static let title = "Description=Sync columns "

    init(
        environment: [String: String], plan: SchedulePlan, isOnPowerOnly: Bool,
        isSandboxed: Bool = true
    ) throws {
        let places = try Places(environment: environment)
        let home = environment["HOME"] ?? ""
        let configuration =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? home + "/.config"
        servicePath = configuration + "/systemd/user/column.service"
        timerPath = configuration + "/systemd/user/column.timer"
        let program = Self.ownPath
        // What decides where the files lie; a service has not the variables of a shell.
        let variables = [
            "COLUMN_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
        ].compactMap { name -> (String, String)? in
            guard let value = environment[name], !value.isEmpty else { return nil }
            return (name, FilePath.absolute(value))
        }
        folders = [
            FilePath.folder(of: places.libraryFile), places.stateDirectory, places.cacheDirectory,
            places.mediaDirectory(
                (try? ConfigurationFile(path: places.configurationFile))
                    .map { Configuration(file: $0) } ?? Configuration()),
        ]
        service = Self.service(
            program, variables, folders: folders, isOnPowerOnly: isOnPowerOnly,
            isSandboxed: isSandboxed)
        timer = """
            [Unit]
            \(Self.title)\(plan.words)
            Documentation=man:column-schedule(1)

            [Timer]
            \(plan.calendars.map { "OnCalendar=\($0)" }.joined(separator: "\n"))
            RandomizedDelaySec=\(plan.spread)
            # What was missed while the computer was off is made up for.
            Persistent=true

            [Install]
            WantedBy=timers.target

            """
        let prefix = variables.map { "\($0.0)=\(Self.shellQuoted($0.1)) " }.joined()
        // Per cent signs end a line's command in crontabs.
        let line = "\(prefix)\(Self.shellQuoted(program)) schedule run --quiet"
            .replacing("%", with: "\\%")
        cronLines = plan.cronTimes.map { "\($0) \(line) \(Self.mark)" }
    }

    private static func service(
        _ program: String, _ variables: [(String, String)], folders: [String],
        isOnPowerOnly: Bool, isSandboxed: Bool
    ) -> String {
        let writable = folders.map { quoted("-\($0)") }.joined(separator: " ")
        let sandboxed =
            isSandboxed
            ? (sandbox + ["ReadWritePaths=\(writable)"]).joined(separator: "\n")
            : "# No sandbox: this computer gives no user's service one."
        return """
            [Unit]
            Description=Sync columns and download what is new
            Documentation=man:column-schedule(1)
            \(isOnPowerOnly ? "ConditionACPower=true\n" : "")\
            # Four tries in a row are enough until the timer goes off again.
            StartLimitIntervalSec=10min
            StartLimitBurst=4

            [Service]
            Type=oneshot
            NotifyAccess=main
            \(variables.map { "Environment=\(quoted("\($0.0)=\($0.1)"))\n" }.joined())\
            ExecStart=\(quoted(program)) schedule run --quiet
            # 3: some feeds or files failed; 75: another run is at work.
            SuccessExitStatus=3 75
            # 4: there was no network, as just after waking up. Nothing else gets better by itself.
            Restart=on-failure
            RestartSec=2min
            RestartPreventExitStatus=1 2 5 6 7
            TimeoutStartSec=6h
            Nice=10
            IOSchedulingClass=idle
            UMask=0077
            NoNewPrivileges=yes
            \(sandboxed)
            ProtectHostname=yes
            RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
            RestrictNamespaces=yes
            RestrictRealtime=yes
            RestrictSUIDSGID=yes
            LockPersonality=yes
            MemoryDenyWriteExecute=yes
            SystemCallArchitectures=native
            SystemCallFilter=@system-service
            SystemCallErrorNumber=EPERM

            """
    }

    /// What keeps the service from all files but its own.
    ///
    /// A user's own systemd does none of it without a user namespace (`PrivateUsers=`), and the service
    /// does not start at all (226/NAMESPACE) where the computer lets no user have one. `PrivateDevices=`,
    /// `ProtectKernelLogs=` and `ProtectKernelTunables=` are refused even so on some, and `ProtectControlGroups=` hides the
    /// socket of sd_notify(3); what they keep off, no user may touch anyway.
    private static let sandbox = [
        "PrivateUsers=yes", "ProtectSystem=strict", "ProtectHome=read-only", "PrivateTmp=yes",
        "ProtectClock=yes", "ProtectKernelModules=yes",
    ]

    /// Whether the user's systemd can give a service the sandbox; asks it to run a program in one.
    static func canSandbox() -> Bool {
        ChildProgram.run(
            "systemd-run",
            ["--user", "--wait", "--quiet", "--collect"] + sandbox.flatMap { ["-p", $0] }
                + ["true"])?.code == 0
    }

    /// Whether a line of a crontab is ours.
    static func isOurs(_ line: String) -> Bool { line.hasSuffix(mark) }

    /// What a timer's unit says of when it goes off; nil where there is none of ours.
    static func words(inTimer path: String) -> String? {
        guard let bytes = try? PrivateFile.read(path) else { return nil }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .first { $0.hasPrefix(title) }.map { String($0.dropFirst(title.count)) }
    }

    /// Takes the units away.
    func removeFiles() {
        unlink(servicePath)
        unlink(timerPath)
    }

    /// This program's file (`/proc/self/exe`).
    private static var ownPath: String {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard count > 0 else { return "column" }
        return String(decoding: buffer[0..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// For unit files: in double quotes, with what has a meaning there taken literally.
    private static func quoted(_ text: String) -> String {
        "\""
            + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("%", with: "%%").replacing("$", with: "$$") + "\""
    }

    private static func shellQuoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
