import ColumnServices
@preconcurrency import Glibc
import RemoteControl

/// A player that goes on when its terminal is closed.
enum BackgroundPlayer {
    /// How long a player may take until it answers.
    private static let patience = Duration.seconds(10)

    /// Starts this program again without a terminal, in a session of its own, and waits until its
    /// player answers; nil where it ended before, or does not answer.
    static func start(_ arguments: [String], directory: String) async -> PlaybackSnapshot? {
        guard let child = spawn(arguments) else { return nil }
        let deadline = ContinuousClock.now + patience
        while ContinuousClock.now < deadline {
            if let client = try? PlayerClient(directory: directory),
                let snapshot = try? await client.status(), snapshot.processID == child,
                snapshot.track != nil
            {
                return snapshot
            }
            var status: Int32 = 0
            if waitpid(child, &status, WNOHANG) == child {
                // It found another player, which plays it now.
                guard status == 0, let client = try? PlayerClient(directory: directory) else {
                    return nil
                }
                return try? await client.status()
            }
            try? await Task.sleep(for: .milliseconds(30))
        }
        kill(child, SIGTERM)
        return nil
    }

    private static func spawn(_ arguments: [String]) -> pid_t? {
        let nothing = open("/dev/null", O_RDWR)
        guard nothing >= 0 else { return nil }
        defer { close(nothing) }
        return try? ChildProgram.start(
            "/proc/self/exe", Array(arguments.dropFirst()),
            descriptors: [(nothing, 0), (nothing, 1), (nothing, 2)], isDetached: true)
    }
}
