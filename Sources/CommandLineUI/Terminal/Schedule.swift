import ColumnServices
@preconcurrency import Glibc

/// The timer that syncs: a systemd user timer with its service, or a line for cron.
struct Schedule {
    /// How often, for systemd (OnCalendar=) and for cron.
    static let calendars: [String: (systemd: String, cron: String)] = [
        "15m": ("*:0/15", "*/15 * * * *"), "30m": ("*:0/30", "*/30 * * * *"),
        "1h": ("hourly", "7 * * * *"), "3h": ("0/3:00", "7 */3 * * *"),
        "6h": ("0/6:00", "7 */6 * * *"), "12h": ("0/12:00", "7 */12 * * *"),
        "1d": ("daily", "7 5 * * *"),
    ]

    /// Where the service's unit lies.
    let servicePath: String
    /// Where the timer's unit lies.
    let timerPath: String
    /// The service's unit.
    let service: String
    /// The timer's unit.
    let timer: String
    /// The line for cron.
    let cronLine: String

    private static let mark = "# column schedule"

    init(environment: [String: String], every: String) throws {
        let places = try Places(environment: environment)
        let home = environment["HOME"] ?? ""
        let configuration =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? home + "/.config"
        servicePath = configuration + "/systemd/user/column.service"
        timerPath = configuration + "/systemd/user/column.timer"
        let calendar = Self.calendars[every] ?? ("hourly", "7 * * * *")
        let program = Self.ownPath
        let columnHome = environment["COLUMN_HOME"].map { FilePath.absolute($0) }
        let folders = [
            FilePath.folder(of: places.libraryFile), places.stateDirectory, places.cacheDirectory,
            places.mediaDirectory(
                (try? ConfigurationFile(path: places.configurationFile))
                    .map { Configuration(file: $0) } ?? Configuration()),
        ]
        service = """
            [Unit]
            Description=Sync columns and download what is new
            Documentation=man:column(1)
            After=network-online.target

            [Service]
            Type=oneshot
            \(columnHome.map { "Environment=\(Self.quoted("COLUMN_HOME=\($0)"))\n" } ?? "")\
            ExecStart=-\(Self.quoted(program)) sync --quiet
            ExecStart=\(Self.quoted(program)) download --new --quiet
            # 3, 4: some feeds or files failed, or there was no network; 75: another run is at work.
            SuccessExitStatus=3 4 75
            Nice=10
            IOSchedulingClass=idle
            NoNewPrivileges=yes
            ProtectSystem=strict
            ProtectHome=read-only
            ReadWritePaths=\(folders.map { Self.quoted("-\($0)") }.joined(separator: " "))
            PrivateTmp=yes
            PrivateDevices=yes
            ProtectKernelTunables=yes
            ProtectControlGroups=yes
            RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
            RestrictSUIDSGID=yes
            LockPersonality=yes
            MemoryDenyWriteExecute=yes
            SystemCallArchitectures=native

            """
        timer = """
            [Unit]
            Description=Sync columns \(every == "1d" ? "every day" : "every \(every)")
            Documentation=man:column(1)

            [Timer]
            OnCalendar=\(calendar.systemd)
            RandomizedDelaySec=5min
            Persistent=true

            [Install]
            WantedBy=timers.target

            """
        let prefix = columnHome.map { "COLUMN_HOME=\(Self.shellQuoted($0)) " } ?? ""
        let command = prefix + Self.shellQuoted(program)
        // Per cent signs end a line's command in crontabs.
        let line = "\(command) sync --quiet; \(command) download --new --quiet"
            .replacing("%", with: "\\%")
        cronLine = "\(calendar.cron) \(line) \(Self.mark)"
    }

    /// Whether a line of a crontab is ours.
    static func isOurs(_ line: String) -> Bool { line.hasSuffix(mark) }

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
