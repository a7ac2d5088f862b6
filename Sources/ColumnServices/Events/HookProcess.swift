import CLinux
@preconcurrency import Glibc
import ThreadKit

/// One run of a hook: a program that gets a text on its standard input, and a limited time.
struct HookProcess: Sendable {
    /// How a run ended.
    enum Ending: Sendable, Equatable {
        case exited(Int32)
        case timedOut
        case notStarted(errno: Int32)
    }

    /// How much of the output is kept for the log.
    private static let outputLimit = 4_096
    /// POSIX_SPAWN_SETSID of glibc's spawn.h, which Swift does not see.
    private static let newSession: Int16 = 0x80

    let path: String
    let timeout: Duration

    /// Runs it on a thread of its own; answers its end, and the beginning of what it printed.
    func run(_ input: String) async -> (ending: Ending, output: String) {
        await withCheckedContinuation { continuation in
            startThread(name: "column-hook") {
                continuation.resume(returning: runBlocking(Array(input.utf8)))
            }
        }
    }

    private func runBlocking(_ input: [UInt8]) -> (Ending, String) {
        var toChild: [Int32] = [-1, -1]
        var fromChild: [Int32] = [-1, -1]
        guard pipe(&toChild) == 0 else { return (.notStarted(errno: errno), "") }
        guard pipe(&fromChild) == 0 else {
            let code = errno
            for end in toChild { close(end) }
            return (.notStarted(errno: code), "")
        }
        let (child, code) = spawn(input: toChild[0], output: fromChild[1])
        close(toChild[0])
        close(fromChild[1])
        defer { close(fromChild[0]) }
        guard let child else {
            close(toChild[1])
            return (.notStarted(errno: code), "")
        }
        return attend(child, input[...], toChild[1], fromChild[0])
    }

    /// Feeds and hears the child until it ends, or its time is over.
    private func attend(
        _ child: pid_t, _ input: ArraySlice<UInt8>, _ writing: Int32, _ reading: Int32
    ) -> (Ending, String) {
        var (input, writing, output) = (input, writing, [UInt8]())
        _ = fcntl(writing, F_SETFL, O_NONBLOCK)
        defer { if writing >= 0 { close(writing) } }
        let clock = ContinuousClock()
        var deadline = clock.now + timeout
        var kills: [Int32] = [SIGTERM, SIGKILL]
        var isOpen = true
        var status: Int32 = 0
        while true {
            let ended = waitpid(child, &status, WNOHANG)
            if ended == child || (ended < 0 && errno != EINTR) { break }
            if clock.now >= deadline, let signal = kills.first {
                kill(-child, signal)
                kills.removeFirst()
                deadline = clock.now + .seconds(2)
            }
            var wanted = [
                pollfd(fd: isOpen ? reading : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: writing, events: Int16(POLLOUT), revents: 0),
            ]
            // Its end is looked for now and then: it may leave a child that holds the pipe.
            guard poll(&wanted, 2, isOpen ? 50 : 10) > 0 else { continue }
            if wanted[0].revents != 0 { isOpen = take(from: reading, into: &output) }
            if wanted[1].revents != 0, !give(&input, to: writing) {
                close(writing)
                writing = -1
            }
        }
        _ = fcntl(reading, F_SETFL, O_NONBLOCK)
        while isOpen, take(from: reading, into: &output) {}
        let text = String(decoding: output, as: UTF8.self)
        guard kills.count == 2 else { return (.timedOut, text) }
        let signal = status & 0x7F
        return (.exited(signal == 0 ? status >> 8 & 0xFF : 128 + signal), text)
    }

    /// Reads what is there; false at the end.
    private func take(from descriptor: Int32, into output: inout [UInt8]) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 4_096)
        let count = read(descriptor, &chunk, chunk.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        output += chunk[..<min(count, Self.outputLimit - output.count)]
        return true
    }

    /// Writes what goes in; false when that was all, or nobody reads it.
    private func give(_ input: inout ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        let count = input.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 { return errno == EINTR || errno == EAGAIN }
        input = input.dropFirst(count)
        return !input.isEmpty
    }

    /// Starts it in a session of its own, with nothing open but the two pipes.
    private func spawn(input: Int32, output: Int32) -> (pid_t?, errno: Int32) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
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
        var ignored = sigset_t()
        sigemptyset(&ignored)
        sigaddset(&ignored, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &ignored)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | Self.newSession)
        guard let name = strdup(path) else { return (nil, ENOMEM) }
        defer { free(name) }
        let arguments: [UnsafeMutablePointer<CChar>?] = [name, nil]
        var child: pid_t = 0
        let code = posix_spawn(&child, path, &actions, &attributes, arguments, environ)
        return code == 0 ? (child, 0) : (nil, code)
    }
}
