@preconcurrency import Glibc

/// Other programs, run with the signals as this program found them.
enum ChildProgram {
    /// What a program that ended said.
    struct Result: Sendable {
        /// Its exit code; 128 and the number after a signal.
        let code: Int32
        /// Its standard output and standard error.
        let output: String
    }

    /// Runs a program to its end with some input; nil where it cannot be started.
    static func run(_ name: String, _ arguments: [String], input: String = "") -> Result? {
        var reading: [Int32] = [-1, -1]
        var writing: [Int32] = [-1, -1]
        guard pipe(&reading) == 0 else { return nil }
        guard pipe(&writing) == 0 else {
            close(reading[0])
            close(reading[1])
            return nil
        }
        let child = start(
            name, arguments,
            descriptors: [(reading[0], 0), (writing[1], 1), (writing[1], 2)],
            closing: reading + writing)
        close(reading[0])
        close(writing[1])
        defer { close(writing[0]) }
        _ = Array(input.utf8).withUnsafeBytes { write(reading[1], $0.baseAddress, $0.count) }
        close(reading[1])
        guard let child else { return nil }
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(writing[0], &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            output += chunk[0..<count]
        }
        return Result(code: wait(child), output: String(decoding: output, as: UTF8.self))
    }

    /// Starts a program, found on PATH where its name has no slash; nil where that fails.
    ///
    /// - Parameters:
    ///   - descriptors: which of ours becomes which of its.
    ///   - closing: descriptors that it does not get.
    ///   - isDetached: whether it gets a session of its own.
    static func start(
        _ name: String, _ arguments: [String], descriptors: [(Int32, Int32)],
        closing: [Int32] = [], isDetached: Bool = false
    ) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        for (ours, its) in descriptors { posix_spawn_file_actions_adddup2(&actions, ours, its) }
        for descriptor in closing { posix_spawn_file_actions_addclose(&actions, descriptor) }
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
        guard posix_spawnp(&child, name, &actions, &attributes, argv, environ) == 0 else {
            return nil
        }
        return child
    }

    /// Waits for the end of a child.
    static func wait(_ child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }

    /// POSIX_SPAWN_SETSID of glibc's spawn.h, which Swift does not see.
    private static let newSession: Int16 = 0x80
}
