@preconcurrency import Glibc
import Synchronization
import TestSupport

/// A terminal of tmux with a shell in it: keys go in, the screen comes out.
final class TmuxScreen: Sendable {
    /// What was awaited did not come.
    struct Silence: Error, CustomStringConvertible {
        let description: String
    }

    /// Whether tmux is there.
    static var isThere: Bool { fileExists("/usr/bin/tmux") }

    private static let patience = Duration.seconds(40)

    private let socket: String
    private let environment: [String: String]
    /// The server's process; nil once it was ended.
    private let server = Mutex<pid_t?>(nil)

    /// Starts a shell in a terminal of its own server.
    init(_ program: Program, width: Int, height: Int) async throws {
        socket = program.home.path("tmux")
        environment = program.environment
        var shell = "env -u TMUX"
        for (name, value) in program.environment where name != "TERM" {
            shell += " \(name)='\(value)'"
        }
        shell += " 'PS1=ready> ' bash --norc --noprofile -i"
        try await tmux(
            "new-session", "-d", "-x", "\(width)", "-y", "\(height)", shell)
        let number = try await tmux("display-message", "-p", "#{pid}").prefix { $0.isNumber }
        server.withLock { $0 = pid_t(number) }
        // Where the test's process itself dies nobody else would end the server.
        try await tmux(
            "run-shell", "-b", "while kill -0 \(getpid()); do sleep 1; done; kill \(number)")
        try await wait(for: "the shell") { $0.contains("ready>") }
    }

    /// Nothing is left behind, also where a test failed half-way: neither the server nor what was
    /// started in it, a player in the background included.
    deinit {
        if let server = server.withLock({ $0 }) { kill(server, SIGKILL) }
        guard let home = environment["COLUMN_HOME"], let folder = opendir("/proc") else { return }
        defer { closedir(folder) }
        let mark = Array("COLUMN_HOME=\(home)\0".utf8)
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard let number = pid_t(name), number != getpid(),
                readFile("/proc/\(name)/environ")?.firstRange(of: mark) != nil
            else { continue }
            kill(number, SIGKILL)
        }
    }

    /// Ends the server; its processes get SIGHUP.
    func close() async {
        _ = try? await tmux("kill-server")
        server.withLock { $0 = nil }
    }

    /// Types a line for the shell.
    func run(_ line: String) async throws {
        try await tmux("send-keys", "-l", line)
        try await tmux("send-keys", "Enter")
    }

    /// Presses keys by tmux's names.
    func press(_ keys: String...) async throws {
        for key in keys { try await tmux("send-keys", key) }
    }

    /// Sends bytes as they are, as a mouse's.
    func send(_ text: String) async throws {
        try await tmux("send-keys", "-l", text)
    }

    func resize(_ width: Int, _ height: Int) async throws {
        try await tmux("resize-window", "-x", "\(width)", "-y", "\(height)")
    }

    /// The screen's lines, with their styles where wanted.
    func capture(styled: Bool = false) async throws -> String {
        try await tmux("capture-pane", "-p", styled ? "-e" : "-J")
    }

    /// Waits until the screen is as a condition wants it.
    @discardableResult
    func wait(
        for what: String, _ condition: (String) -> Bool
    ) async throws -> String {
        let deadline = ContinuousClock.now + Self.patience
        while true {
            let screen = try await capture()
            if condition(screen) { return screen }
            guard ContinuousClock.now < deadline else {
                throw Silence(description: "no \(what) on\n\(screen)")
            }
            try await Task.sleep(for: .milliseconds(30))
        }
    }

    /// Waits until all texts are on the screen.
    @discardableResult
    func wait(for texts: String...) async throws -> String {
        try await wait(for: "\(texts)") { screen in texts.allSatisfy { screen.contains($0) } }
    }

    @discardableResult
    private func tmux(_ arguments: String...) async throws -> String {
        let result = try await ChildProcess.run(
            "/usr/bin/tmux", ["-S", socket, "-f", "/dev/null", "-u"] + arguments,
            environment: environment)
        return result.output
    }
}
