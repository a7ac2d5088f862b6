import TestSupport
import Testing

/// Shells in a tmux of their own, in which a test types and reads.
struct Shells: Sendable {
    private let scene: PlayerScene
    private let socket: String

    init(_ scene: PlayerScene) {
        self.scene = scene
        socket = scene.program.home.path("tmux")
    }

    /// Runs a command of tmux; answers what it printed.
    func tmux(_ arguments: String...) async throws -> String {
        let result = try await ChildProcess.run(
            "tmux", ["-f", "/dev/null", "-S", socket] + arguments,
            environment: scene.environment.merging(["SHELL": "/bin/sh"]) { $1 })
        #expect(result.exitCode == 0, "\(arguments): \(result.errors)")
        return result.output
    }

    /// Types a line.
    func type(_ text: String, in shell: String) async throws {
        _ = try await tmux("send-keys", "-t", shell, text, "Enter")
    }

    /// Waits until a text stands on a screen.
    func wait(for text: String, in shell: String) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let screen = try await tmux("capture-pane", "-p", "-t", shell)
            if screen.contains(text) { return }
            guard ContinuousClock.now < deadline else {
                throw WaitError.timedOut(what: text, seen: screen)
            }
            try await Task.sleep(for: .milliseconds(30))
        }
    }
}
