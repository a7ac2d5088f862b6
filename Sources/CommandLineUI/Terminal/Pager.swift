@preconcurrency import Glibc
import TerminalText

/// Shows long texts page by page.
enum Pager {
    /// Runs the user's pager over lines that do not fit the terminal; false where that is not
    /// wanted or cannot be done.
    static func show(_ lines: [String], environment: [String: String]) -> Bool {
        guard isatty(STDIN_FILENO) == 1, environment["TERM"] != "dumb",
            lines.count > (TerminalSize.ofTerminal(STDOUT_FILENO) ?? .standard).rows - 1
        else { return false }
        let command = environment["PAGER"] ?? "less -FRX"
        guard !command.isEmpty else { return false }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        guard let child = start(command, reading: ends) else {
            close(ends[0])
            close(ends[1])
            return false
        }
        close(ends[0])
        var bytes = Array(lines.map { $0 + "\n" }.joined().utf8)[...]
        // The pager may be left before the end; SIGPIPE is ignored.
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes = bytes.dropFirst(count)
        }
        close(ends[1])
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        // 127: the shell found no such program.
        return status >> 8 & 0xFF != 127
    }

    private static func start(_ command: String, reading ends: [Int32]) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        posix_spawn_file_actions_addclose(&actions, ends[1])
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // The child gets back the signals that this program blocks or ignores.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var broken = sigset_t()
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &broken)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
        var argv: [UnsafeMutablePointer<CChar>?] = ["sh", "-c", command].map { (text: String) in
            strdup(text)
        }
        argv.append(nil)
        defer { for argument in argv { free(argument) } }
        var child: pid_t = 0
        guard posix_spawn(&child, "/bin/sh", &actions, &attributes, argv, environ) == 0 else {
            return nil
        }
        return child
    }
}
