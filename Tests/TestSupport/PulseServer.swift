@preconcurrency import Glibc

/// A PulseAudio server for one test, with a null sink, gone with the object.
public final class PulseServer: Sendable {
    /// Whether the programs are installed.
    public static let isInstalled = ["pulseaudio", "pactl", "pacat"].allSatisfy { name in
        access("/usr/bin/\(name)", X_OK) == 0
    }

    /// Its address.
    public let address: String
    private let home = TemporaryHome()
    private let daemon: ChildProcess
    private let environment: [String: String]

    /// Starts a server with a sink `t` and module-role-cork, and waits until it answers.
    public init() async throws {
        address = "unix:\(home.path)/native"
        environment = [
            "HOME": home.path, "XDG_RUNTIME_DIR": home.path, "PATH": "/usr/bin:/bin",
            "PULSE_SERVER": address, "LC_ALL": "C",
        ]
        daemon = try ChildProcess(
            "pulseaudio",
            [
                "-n", "--daemonize=no", "--exit-idle-time=-1", "--log-level=error",
                "--use-pid-file=no", "--disable-shm=yes",
                "-L", "module-native-protocol-unix auth-anonymous=1 socket=\(home.path)/native",
                "-L", "module-null-sink sink_name=t rate=44100 channels=2 format=s16le norewinds=1",
                "-L", "module-role-cork",
            ], environment: environment)
        for _ in 0..<1_500 {
            if try await run("pactl", "info").exitCode == 0 { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw WaitError.timedOut(what: "pulseaudio", seen: daemon.text(of: .errors))
    }

    deinit {
        daemon.send(SIGKILL)
    }

    /// Runs one of PulseAudio's programs to its end.
    @discardableResult
    public func run(_ program: String, _ arguments: String...) async throws -> ProcessResult {
        try await ChildProcess.run(program, arguments, environment: environment)
    }

    /// Starts a program that plays silence under a role until it is ended.
    public func startStream(role: String) async throws -> ChildProcess {
        let count = try await inputs().count
        let child = try ChildProcess(
            "pacat",
            [
                "--property=media.role=\(role)", "--format=s16le", "--rate=44100", "--channels=2",
                "/dev/zero",
            ], environment: environment)
        try await wait(for: "the stream") { $0.count > count }
        return child
    }

    /// The volumes of all streams in percent, by their numbers.
    public func inputs() async throws -> [Int: Int] {
        var found: [Int: Int] = [:]
        var current: Int?
        for line in try await run("pactl", "list", "sink-inputs").output.split(separator: "\n") {
            if line.hasPrefix("Sink Input #") { current = Int(line.dropFirst(12)) }
            let text = line.drop { $0 == "\t" || $0 == " " }
            guard let number = current, text.hasPrefix("Volume:"),
                let end = text.firstIndex(of: "%")
            else { continue }
            found[number] = Int(text[..<end].split(separator: " ").last ?? "")
        }
        return found
    }

    /// Waits until the streams are as wanted, since nothing tells of them without a program that stays.
    public func wait(
        for what: String, until isRight: ([Int: Int]) -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let found = try await inputs()
            if isRight(found) { return }
            guard ContinuousClock.now < deadline else {
                throw WaitError.timedOut(what: what, seen: "\(found)")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }
}
