@preconcurrency import Glibc

/// A session bus for one test, gone with the object.
public final class PrivateBus: Sendable {
    /// The programs that such tests need, and that Debian's dbus, libglib2.0-bin and playerctl have.
    public static func isInstalled(_ programs: String...) -> Bool {
        (["dbus-daemon"] + programs).allSatisfy { access("/usr/bin/\($0)", X_OK) == 0 }
    }

    /// Where it listens.
    public let address: String
    private let daemon: ChildProcess
    private let home: TemporaryHome

    /// Starts a daemon that listens in a folder (default: one of its own) and waits until it does.
    public init(in home: TemporaryHome = TemporaryHome()) async throws {
        self.home = home
        address = "unix:path=\(home.path("bus"))"
        unlink(home.path("bus"))
        daemon = try ChildProcess(
            "dbus-daemon",
            ["--session", "--nofork", "--nopidfile", "--print-address", "--address=\(address)"],
            environment: ["PATH": "/usr/bin:/bin", "XDG_DATA_DIRS": home.path, "HOME": home.path])
        try await daemon.wait(forText: "unix:path=")
    }

    deinit {
        daemon.send(SIGKILL)
    }

    /// Ends it as a crash does, or stops it with SIGSTOP so that it does not answer.
    public func send(_ signal: Int32) {
        daemon.send(signal)
    }

    /// Runs a program as a client of this bus.
    public func run(_ program: String, _ arguments: [String]) async throws -> ProcessResult {
        try await ChildProcess(
            program, arguments,
            environment: [
                "PATH": "/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": address, "HOME": home.path,
            ]
        ).waitForExit()
    }
}
