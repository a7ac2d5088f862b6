@preconcurrency import Glibc
import TestSupport
import Testing

/// Runs what a page shows, in an empty home against a server with the columns under `fixtures/`.
///
/// `https://example.org` is that server, `https://gpodder.net` one that keeps devices in step. There
/// is no sound, no systemd and no cron of the machine.
struct PageRunner {
    private static let placeholder = "https://example.org"

    private let program = Program()
    private let server = LoopbackServer()
    private let devices = DeviceServerDouble(.gpodder) { Int64(time(nil)) }

    init() {
        server.routeFixtures()
        program.home.write([], to: "bin/.keep")
        symlink(BuiltBinary.path(), program.home.path("bin/column"))
        script(
            "systemctl",
            "case \"$*\" in *list-timers*) echo '[{\"next\":1900000000000000}]' ;; esac")
        script("crontab", "echo 'no crontab for me' >&2; exit 1")
    }

    /// What is wrong with a page, by line; nothing where all is as it says.
    func mistakes(in page: String) async throws -> [String] {
        var mistakes: [String] = []
        try await program.expect(0, "config", "set", "play.output", "null")
        var variables: [String: String] = [:]
        for step in ConsoleStep.steps(in: page) {
            if let (name, value) = step.exported { variables[name] = value }
            guard step.isRun else { continue }
            let result = try await run(step, variables)
            let said = "“\(step.command)”: \(result.output)\(result.errors)"
            if result.exitCode != step.code {
                let codes = "exit \(result.exitCode), not \(step.code)"
                mistakes.append("line \(step.line): \(codes): \(said)")
            }
            let lines = (result.output + "\n" + result.errors)
                .replacing(server.base, with: Self.placeholder)
                .split(whereSeparator: \.isNewline).map(String.init)
            for shown in step.shown
            where !lines.contains(where: { ConsoleStep.matches($0, shown: shown) }) {
                mistakes.append("line \(step.line): no “\(shown)” from \(said)")
            }
        }
        // What a page lets play in the background ends with it: the episode, then the player.
        for _ in 1...2 { _ = try await program.run("stop") }
        return mistakes
    }

    private func run(_ step: ConsoleStep, _ variables: [String: String]) async throws
        -> ProcessResult
    {
        let command = step.command.replacing(Self.placeholder, with: server.base)
            .replacing("https://gpodder.net", with: devices.url)
        let isPlain = !command.contains { "|>&;".contains($0) }
        let environment = program.environment.merging(
            ["PATH": program.home.path("bin") + ":/usr/bin:/bin"]
        ) { _, new in new }.merging(variables) { _, new in new }
        let typed = step.typed.map { $0 + "\n" }.joined()
        // A signal should reach the program itself.
        let child = try ChildProcess(
            "/bin/sh", ["-c", isPlain ? "exec \(command)" : command], environment: environment,
            input: typed.isEmpty ? .none : .bytes(Array(typed.utf8)), directory: program.home.path)
        if step.isInterrupted, let last = step.shown.last {
            let text = last.split(separator: "…").first.map(String.init) ?? last
            try await child.wait(forText: text, in: .errors)
            child.send(SIGINT)
        }
        return try await child.waitForExit()
    }

    private func script(_ name: String, _ text: String) {
        program.home.write(Array("#!/bin/sh\n\(text)\n".utf8), to: "bin/\(name)")
        chmod(program.home.path("bin/\(name)"), 0o700)
    }
}
