import CLinux
@preconcurrency import Glibc

/// Other programs, run with the signals as this program found them.
public enum ChildProgram {
    /// Why a program did not start.
    public struct StartError: Error, Sendable {
        /// What `posix_spawnp` gave.
        public let errno: Int32
    }

    /// Starts a program, found on PATH where its name has no slash (`posix_spawnp`).
    ///
    /// - Parameters:
    ///   - descriptors: which of ours becomes which of its.
    ///   - closing: descriptors that it does not get.
    ///   - closesOthers: whether it gets none but the three standard ones.
    ///   - isDetached: whether it gets a session of its own.
    public static func start(
        _ name: String, _ arguments: [String], descriptors: [(Int32, Int32)],
        closing: [Int32] = [], closesOthers: Bool = false, isDetached: Bool = false
    ) throws(StartError) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        for (ours, its) in descriptors { posix_spawn_file_actions_adddup2(&actions, ours, its) }
        for descriptor in closing { posix_spawn_file_actions_addclose(&actions, descriptor) }
        if closesOthers { posix_spawn_file_actions_addclosefrom_np(&actions, 3) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // It gets back the signals that this program blocks or ignores.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var broken = sigset_t()
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &broken)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
                | (isDetached ? newSession : 0))
        var argv: [UnsafeMutablePointer<CChar>?] = ([name] + arguments).map { (text: String) in
            strdup(text)
        }
        argv.append(nil)
        defer { for argument in argv { free(argument) } }
        var child: pid_t = 0
        let code = posix_spawnp(&child, name, &actions, &attributes, argv, environ)
        guard code == 0 else { throw StartError(errno: code) }
        return child
    }

    /// Waits for the end of a child; gives its exit code.
    public static func wait(_ child: Int32) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return exitCode(of: status)
    }

    /// The exit code in a status of `waitpid`; 128 and the number after a signal.
    static func exitCode(of status: Int32) -> Int32 {
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    /// POSIX_SPAWN_SETSID of glibc's spawn.h, which Swift does not see.
    private static let newSession: Int16 = 0x80
}
