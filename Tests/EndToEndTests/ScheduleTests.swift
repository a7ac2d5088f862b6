@preconcurrency import Glibc
import TestSupport
import Testing

/// The timer: its units, the line for cron, and what a run leaves behind.
@Suite struct ScheduleTests {
    private let program = Program()

    /// A folder of programs that stand in for the system's: no systemd, and a cron in a file.
    private func environment(systemd: String) -> [String: String] {
        let cron = program.home.path("crontab.txt")
        script(
            "crontab",
            "if [ \"$1\" = -l ]; then cat '\(cron)' 2>/dev/null || { echo 'no crontab for me' >&2; exit 1; }; else cat >'\(cron)'; fi"
        )
        script("systemctl", systemd)
        return program.environment.merging(
            ["PATH": program.home.path("bin") + ":/usr/bin:/bin"]) { _, new in new }
    }

    private func script(_ name: String, _ text: String) {
        program.home.write(Array("#!/bin/sh\n\(text)\n".utf8), to: "bin/\(name)")
        chmod(program.home.path("bin/\(name)"), 0o700)
    }

    private func run(_ arguments: [String], _ environment: [String: String]) async throws
        -> ProcessResult
    {
        try await ChildProcess.run(
            BuiltBinary.path(), arguments, environment: environment, directory: program.home.path)
    }

    @Test(.enabled(if: fileExists("/usr/bin/systemd-analyze"), "systemd-analyze is not installed"))
    func systemdFindsNothingWrongWithTheUnits() async throws {
        let result = try await program.expect(
            0, "schedule", "install", "--dry-run", "--on-power", "--at", "07:00,19:30")
        var units: [String: [Substring]] = [:]
        var name = ""
        for line in result.output.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("# /") {
                name = String(line.split(separator: "/").last ?? "")
            } else if line == "# crontab" {
                name = ""
            } else {
                units[name, default: []].append(line)
            }
        }
        // Refused by a user's own systemd: the service would not start (226/NAMESPACE).
        #expect(units["column.service"]?.contains("PrivateDevices=yes") == false)
        // Without it a user's own systemd does nothing of the rest, and says nothing.
        #expect(units["column.service"]?.contains("PrivateUsers=yes") == true)
        for unit in ["column.service", "column.timer"] {
            let text = try #require(units[unit]).joined(separator: "\n")
            program.home.write(Array(text.utf8), to: "units/\(unit)")
        }
        let verified = try await ChildProcess.run(
            "systemd-analyze",
            [
                "--user", "--man=no", "verify", program.home.path("units/column.timer"),
                program.home.path("units/column.service"),
            ],
            environment: program.environment.merging(
                ["XDG_RUNTIME_DIR": program.home.path]) { _, new in new })
        #expect(verified.ending == .exited(0), "\(verified.errors)")
        let ours = (verified.output + verified.errors).split(separator: "\n")
            .filter { $0.contains("column.") }
        #expect(ours.isEmpty)
        let security = try await ChildProcess.run(
            "systemd-analyze",
            ["security", "--offline=yes", "--no-pager", program.home.path("units/column.service")],
            environment: program.environment)
        // Its network and the user's own rights are all that it needs.
        #expect(security.output.contains("Overall exposure level"), "\(security.errors)")
    }

    @Test func withoutSystemdItIsALineForCron() async throws {
        let environment = environment(systemd: "exit 1")
        program.home.write(Array("5 4 * * * other # mine\n".utf8), to: "crontab.txt")
        #expect(
            try await run(["schedule", "install", "--every", "3h"], environment).ending
                == .exited(0))
        // Once more changes it, and adds no second one.
        #expect(
            try await run(["schedule", "install", "--at", "07:00,19:30"], environment).ending
                == .exited(0))
        let lines = String(
            decoding: readFile(program.home.path("crontab.txt")) ?? [], as: UTF8.self
        ).split(separator: "\n")
        #expect(lines.count == 3 && lines[0] == "5 4 * * * other # mine")
        #expect(lines[1].hasPrefix("0 7 * * * ") && lines[2].hasPrefix("30 19 * * * "))
        let status = try await run(["schedule", "status", "--json"], environment)
        let json = try JSONValue(status.output)
        #expect(json["timer"]?.string == "cron")
        #expect((json["next"]?.int ?? 0) > time(nil))
        // The line's own command works.
        let command = lines[1].split(separator: " ", maxSplits: 5)[5]
            .replacing("schedule run", with: "schedule run --even-offline")
        let ran = try await ChildProcess.run(
            "/bin/sh", ["-c", String(command)], environment: ["PATH": "/usr/bin:/bin"])
        #expect(ran.ending == .exited(0) && ran.errors.isEmpty, "\(ran.errors)")
        #expect(try await run(["schedule", "remove"], environment).ending == .exited(0))
        #expect(
            readFile(program.home.path("crontab.txt")) == Array("5 4 * * * other # mine\n".utf8))
    }

    @Test func everyOtherByteOfTheCrontabStays() async throws {
        let environment = environment(systemd: "exit 1")
        // Blank lines, line ends of Windows, bytes that are no UTF-8, and more than a pipe holds.
        let before =
            Array("# mine\n\n5 4 * * * a\r\n".utf8) + [0xE9, 0x0A]
            + Array(repeating: Array("6 5 * * * other\n".utf8), count: 10_000).joined()
        program.home.write(before, to: "crontab.txt")
        #expect(try await run(["schedule", "install"], environment).ending == .exited(0))
        let after = try #require(readFile(program.home.path("crontab.txt")))
        #expect(after.starts(with: before) && after.count > before.count)
        #expect(try await run(["schedule", "remove"], environment).ending == .exited(0))
        #expect(readFile(program.home.path("crontab.txt")) == before)
    }

    @Test func aCrontabThatCannotBeReadIsNotWritten() async throws {
        let environment = environment(systemd: "exit 1")
        script(
            "crontab",
            "[ \"$1\" = -l ] && { echo 'cannot open: Input/output error' >&2; exit 1; }; touch '\(program.home.path("written"))'"
        )
        let result = try await run(["schedule", "install"], environment)
        #expect(result.ending == .exited(1))
        #expect(result.errors.contains("Input/output error"))
        #expect(!fileExists(program.home.path("written")))
    }

    @Test func installingAndRemovingTellScripts() async throws {
        let environment = environment(systemd: "exit 1")
        let planned = try JSONValue(
            try await run(["schedule", "install", "--dry-run", "--json"], environment).output)
        #expect(planned["timer"]?.string == nil && planned["service"]?.string != nil)
        let installed = try JSONValue(
            try await run(["schedule", "install", "--json"], environment).output)
        #expect(installed["timer"]?.string == "cron" && installed["crontab"]?.elements.count == 1)
        for isRemoved in [true, false] {
            let removed = try JSONValue(
                try await run(["schedule", "remove", "--json"], environment).output)
            #expect(removed["removed"]?.bool == isRemoved)
        }
    }

    /// Without a user namespace a sandboxed service ends with 226/NAMESPACE, and never ran.
    @Test(arguments: [true, false]) func theSandboxIsAskedFirst(isThere: Bool) async throws {
        let environment = environment(systemd: "exit 0")
        script("systemd-run", isThere ? "exit 0" : "exit 226")
        let result = try await run(["schedule", "install"], environment)
        #expect(result.ending == .exited(0))
        #expect(result.errors.contains("it runs without") == !isThere)
        let unit = String(
            decoding: readFile(program.home.path(".config/systemd/user/column.service")) ?? [],
            as: UTF8.self)
        for setting in ["PrivateUsers=", "ProtectSystem=", "ProtectClock="] {
            #expect(unit.contains("\n" + setting) == isThere)
        }
        #expect(unit.contains("\nNoNewPrivileges=yes"))
    }

    @Test func anInstallationThatFailsLeavesNothing() async throws {
        let environment = environment(
            systemd: "case \"$*\" in *enable*) echo 'no such unit' >&2; exit 1 ;; esac")
        let result = try await run(["schedule", "install"], environment)
        #expect(result.ending == .exited(1) && result.errors.contains("no such unit"))
        let status = try await run(["schedule", "status", "--json"], environment)
        #expect(try JSONValue(status.output)["timer"]?.string == nil)
    }

    @Test func underSystemdItIsATimer() async throws {
        let log = program.home.path("systemctl.log")
        let environment = environment(
            systemd: """
                echo "$*" >>'\(log)'
                case "$*" in *list-timers*) echo '[{"next":1900000000000000,"last":0}]' ;; esac
                """)
        #expect(
            try await run(["schedule", "install", "--every", "6h"], environment).ending
                == .exited(0))
        let unit = program.home.path(".config/systemd/user/column.timer")
        #expect(String(decoding: readFile(unit) ?? [], as: UTF8.self).contains("OnCalendar=0/6:00"))
        let json = try JSONValue(
            try await run(["schedule", "status", "--json"], environment).output)
        #expect(json["timer"]?.string == "systemd" && json["plan"]?.string == "every 6h")
        #expect(json["next"]?.int == 1_900_000_000)
        let calls = String(decoding: readFile(log) ?? [], as: UTF8.self)
        #expect(calls.contains("--user daemon-reload\n--user enable --now column.timer"))
        #expect(try await run(["schedule", "remove"], environment).ending == .exited(0))
        #expect(!fileExists(unit))
    }

    @Test func aRunFetchesAndTellsTheManagerAndIsRemembered() async throws {
        let server = LoopbackServer()
        server.routeFixtures()
        try await program.expect(0, "add", server.url("/lamplight/feed.xml"))
        // A socket as the service manager has it.
        let path = program.home.path("notify")
        let manager = LocalSocket(path: path, isStream: false)
        #expect(manager.descriptor >= 0)
        let environment = program.environment.merging(["NOTIFY_SOCKET": path]) { _, new in new }
        let ran = try await run(["schedule", "run", "--even-offline", "--quiet"], environment)
        #expect(
            ran.ending == .exited(0) && ran.errors.isEmpty && ran.output.isEmpty, "\(ran.errors)")
        var messages: [String] = []
        var buffer = [UInt8](repeating: 0, count: 1_024)
        while true {
            let count = recv(manager.descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            guard count > 0 else { break }
            messages.append(String(decoding: buffer[..<count], as: UTF8.self))
        }
        #expect(messages.contains("STATUS=Syncing: 1 of 1 columns"), "\(messages)")
        #expect(messages.last?.hasSuffix(": all well, 0 new episodes") == true, "\(messages)")
        let status = try await program.json("schedule", "status")
        #expect(status["lastRun"]?["exitCode"]?.int == 0)
        #expect(status["lastSync"]?["failed"]?.int == 0)
        #expect(try await program.json("list", "downloads")["episodes"]?.elements.isEmpty == false)
        // A server that is away is told by the code, and remembered.
        server.stop()
        let failed = try await run(["schedule", "run", "--even-offline", "--quiet"], environment)
        #expect([.exited(0), .exited(4)].contains(failed.ending), "\(failed.errors)")
    }

    @Test func aRunThatOverlapsIsQuiet() async throws {
        let server = LoopbackServer()
        let gate = Gate()
        server.route("/f") { _ in
            Response(status: 404, text: "").adding(.holdHeader(gate))
        }
        try await program.expect(0, "add", "--no-fetch", server.url("/f"))
        let first = try program.start("sync")
        _ = try await server.log.wait(forRequests: 1, of: "/f")
        let result = try await program.expect(75, "schedule", "run", "--even-offline")
        #expect(result.output.isEmpty && result.errors.isEmpty, "\(result.errors)")
        gate.open()
        _ = try await first.waitForExit()
    }
}
