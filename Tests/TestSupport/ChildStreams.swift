import CLinux
@preconcurrency import Glibc

/// The descriptors between a test and its child, and what the child shall do with its ends.
struct ChildStreams {
    /// What the parent writes to, or nil where the child reads nothing.
    let input: Int32?
    /// What the parent reads standard output from.
    let output: Int32
    /// What the parent reads standard error from, or nil where it comes with the output.
    let errors: Int32?
    /// Whether the three are a terminal.
    let isTerminal: Bool

    private let childEnds: [Int32]

    init(for input: ChildProcess.Input, actions: inout posix_spawn_file_actions_t)
        throws(ChildProcessError)
    {
        if case .terminal(let columns, let rows) = input {
            let terminal = try makeTerminal(columns: columns, rows: rows)
            // The first terminal that the leader of a session opens is its controlling one.
            posix_spawn_file_actions_addopen(&actions, 0, terminal.name, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, 0, 1)
            posix_spawn_file_actions_adddup2(&actions, 0, 2)
            self.input = duplicate(terminal.master)
            output = terminal.master
            errors = nil
            isTerminal = true
            childEnds = [terminal.slave]
            return
        }
        var ends: [Int32] = []
        if case .none = input {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            self.input = nil
        } else {
            let (reader, writer) = makePipe()
            posix_spawn_file_actions_adddup2(&actions, reader, 0)
            ends.append(reader)
            self.input = writer
        }
        let standardOutput = makePipe()
        let standardError = makePipe()
        posix_spawn_file_actions_adddup2(&actions, standardOutput.writer, 1)
        posix_spawn_file_actions_adddup2(&actions, standardError.writer, 2)
        output = standardOutput.reader
        errors = standardError.reader
        isTerminal = false
        childEnds = ends + [standardOutput.writer, standardError.writer]
    }

    /// Closes what belongs to the child, once it runs.
    func closeChildEnds() {
        for descriptor in childEnds { close(descriptor) }
    }
}

private func makePipe() -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "No descriptor is left for a pipe (errno \(errno)).")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
}

private func duplicate(_ descriptor: Int32) -> Int32 {
    fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
}

private func makeTerminal(
    columns: UInt16, rows: UInt16
) throws(ChildProcessError) -> (master: Int32, slave: Int32, name: String) {
    var master: Int32 = -1
    var slave: Int32 = -1
    var name = [CChar](repeating: 0, count: 128)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&master, &slave, &name, nil, &size) == 0 else {
        // ENODEV: a container without /dev/pts.
        throw .noTerminal(errno: errno)
    }
    for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return (master, slave, String(decoding: bytes, as: UTF8.self))
}
