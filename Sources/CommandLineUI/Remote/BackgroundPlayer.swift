@preconcurrency import Glibc
import RemoteControl

/// A player that goes on when its terminal is closed.
enum BackgroundPlayer {
    /// How long a player may take until it answers.
    private static let patience = Duration.seconds(10)

    /// POSIX_SPAWN_SETSID of glibc's spawn.h, which Swift does not see.
    private static let newSession: Int16 = 0x80

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
            if waitpid(child, &status, WNOHANG) == child { return nil }
            try? await Task.sleep(for: .milliseconds(30))
        }
        kill(child, SIGTERM)
        return nil
    }

    private static func spawn(_ arguments: [String]) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | newSession)
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { (text: String) in strdup(text) }
        argv.append(nil)
        defer { for argument in argv { free(argument) } }
        var child: pid_t = 0
        guard posix_spawn(&child, "/proc/self/exe", &actions, &attributes, argv, environ) == 0
        else { return nil }
        return child
    }
}
