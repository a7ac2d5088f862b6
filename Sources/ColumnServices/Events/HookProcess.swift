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
        defer { close(fromChild[0]) }
        let child: pid_t
        do throws(ChildProgram.StartError) {
            defer {
                close(toChild[0])
                close(fromChild[1])
            }
            child = try ChildProgram.start(
                path, [], descriptors: [(toChild[0], 0), (fromChild[1], 1), (fromChild[1], 2)],
                closesOthers: true, isDetached: true)
        } catch {
            close(toChild[1])
            return (.notStarted(errno: error.errno), "")
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
        return (.exited(ChildProgram.exitCode(of: status)), text)
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
}
