import CLinux
import ColumnServices
@preconcurrency import Glibc
import Synchronization
import ThreadKit

/// This program itself, run beside.
enum OwnProgram {
    /// Runs it with words to its end, without a terminal; hands over both outputs line by line.
    ///
    /// Where the task is cancelled it is told to end (SIGTERM) and keeps what it has.
    static func run(
        _ words: [String], onLine: @escaping @Sendable (String) -> Void
    ) async -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { return 1 }
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        let child = try? ChildProgram.start(
            "/proc/self/exe", words, descriptors: [(nothing, 0), (ends[1], 1), (ends[1], 2)])
        close(ends[1])
        close(nothing)
        guard let child else {
            close(ends[0])
            return 1
        }
        let reader = ends[0]
        let isOver = Mutex(false)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                startThread(name: "child") {
                    readLines(from: reader, onLine)
                    close(reader)
                    // It is reaped under the lock, so that no signal can reach another process
                    // that got its number.
                    var info = siginfo_t()
                    while waitid(P_PID, id_t(child), &info, Int32(WEXITED | WNOWAIT)) < 0,
                        errno == EINTR
                    {}
                    let code = isOver.withLock { isOver in
                        isOver = true
                        return ChildProgram.wait(child)
                    }
                    continuation.resume(returning: code)
                }
            }
        } onCancel: {
            isOver.withLock { isOver in
                if !isOver { _ = kill(child, SIGTERM) }
            }
        }
    }

    /// No output that is wanted as a whole is longer.
    private static let outputLimit = 32 << 20

    /// Runs it with words to its end, without a terminal; what it wrote, nil where it failed.
    static func output(_ words: [String]) async -> [UInt8]? {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { return nil }
        let (reader, writer) = (ends[0], ends[1])
        return await withCheckedContinuation { continuation in
            startThread(name: "child") {
                let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
                let child = try? ChildProgram.start(
                    "/proc/self/exe", words,
                    descriptors: [(nothing, 0), (writer, 1), (nothing, 2)])
                close(writer)
                close(nothing)
                var bytes: [UInt8] = []
                var chunk = [UInt8](repeating: 0, count: 65_536)
                while child != nil {
                    let count = read(reader, &chunk, chunk.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0, bytes.count + count <= outputLimit else { break }
                    bytes += chunk[..<count]
                }
                // One that writes more gets SIGPIPE.
                close(reader)
                let isDone = child.map { ChildProgram.wait($0) == 0 } ?? false
                continuation.resume(returning: isDone ? bytes : nil)
            }
        }
    }

    /// Starts it with words to go on by itself, without a terminal; false where that fails.
    static func startBehind(_ words: [String]) -> Bool {
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(nothing) }
        let child = try? ChildProgram.start(
            "/proc/self/exe", words, descriptors: [(nothing, 0), (nothing, 1), (nothing, 2)],
            isDetached: true)
        return child != nil
    }

    private static func readLines(from descriptor: Int32, _ onLine: (String) -> Void) {
        var rest: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest += chunk[..<count]
            while let end = rest.firstIndex(of: 0x0A) {
                onLine(String(decoding: rest[..<end], as: UTF8.self))
                rest.removeSubrange(...end)
            }
        }
        if !rest.isEmpty { onLine(String(decoding: rest, as: UTF8.self)) }
    }
}
