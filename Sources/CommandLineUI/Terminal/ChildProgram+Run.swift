import ColumnServices
@preconcurrency import Glibc

extension ChildProgram {
    /// What a program that ended said.
    struct Result: Sendable {
        /// Its exit code; 128 and the number after a signal.
        let code: Int32
        /// What it wrote to standard output.
        let output: [UInt8]
        /// What it wrote to standard error.
        let complaint: [UInt8]

        /// Its standard output as text.
        var text: String { String(decoding: output, as: UTF8.self) }
        /// Its standard error as text.
        var complaintText: String { String(decoding: complaint, as: UTF8.self) }
    }

    /// How long a program may be silent before it is ended: a hung systemd answers nobody.
    private static let patience: Int32 = 15_000

    /// Runs a program to its end with some input; nil where it cannot be started.
    ///
    /// One that neither says nor takes anything for 15 s is killed.
    static func run(_ name: String, _ arguments: [String], input: [UInt8] = []) -> Result? {
        guard let streams = Streams() else { return nil }
        let child = try? start(
            name, arguments,
            descriptors: [
                (streams.input.theirs, 0), (streams.output.theirs, 1), (streams.errors.theirs, 2),
            ], closesOthers: true)
        streams.closeTheirs()
        defer { streams.closeOurs() }
        guard let child else { return nil }
        let (output, complaint) = streams.exchange(input, patience: patience) {
            kill(child, SIGKILL)
        }
        return Result(code: wait(child), output: output, complaint: complaint)
    }

    /// The three standard streams of a child.
    ///
    /// Sockets: a child that reads no more costs no SIGPIPE.
    private struct Streams {
        let input: Pair
        let output: Pair
        let errors: Pair

        struct Pair {
            let ours: Int32
            let theirs: Int32

            init?() {
                var ends: [Int32] = [-1, -1]
                let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
                guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
                (ours, theirs) = (ends[0], ends[1])
            }

            func closeBoth() {
                close(ours)
                close(theirs)
            }
        }

        init?() {
            guard let input = Pair() else { return nil }
            guard let output = Pair() else {
                input.closeBoth()
                return nil
            }
            guard let errors = Pair() else {
                input.closeBoth()
                output.closeBoth()
                return nil
            }
            (self.input, self.output, self.errors) = (input, output, errors)
        }

        func closeTheirs() { for pair in [input, output, errors] { close(pair.theirs) } }

        func closeOurs() { for pair in [input, output, errors] { close(pair.ours) } }

        /// Writes all input and reads both outputs to their ends, whichever is ready: neither side waits
        /// for the other.
        func exchange(_ input: [UInt8], patience: Int32, onSilence: () -> Void) -> (
            output: [UInt8], complaint: [UInt8]
        ) {
            var rest = input[...]
            var texts: [[UInt8]] = [[], []]
            if rest.isEmpty { shutdown(self.input.ours, Int32(SHUT_WR)) }
            var waits = [
                pollfd(fd: output.ours, events: Int16(POLLIN), revents: 0),
                pollfd(fd: errors.ours, events: Int16(POLLIN), revents: 0),
                pollfd(fd: rest.isEmpty ? -1 : self.input.ours, events: Int16(POLLOUT), revents: 0),
            ]
            while waits.contains(where: { $0.fd >= 0 }) {
                let count = poll(&waits, nfds_t(waits.count), patience)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    onSilence()
                    break
                }
                for index in 0..<2 where waits[index].revents != 0 {
                    if !Self.read(waits[index].fd, into: &texts[index]) { waits[index].fd = -1 }
                }
                if waits[2].revents != 0, !Self.send(&rest, to: waits[2].fd) {
                    shutdown(waits[2].fd, Int32(SHUT_WR))
                    waits[2].fd = -1
                }
            }
            return (texts[0], texts[1])
        }

        /// Reads what is there; false at the end.
        private static func read(_ descriptor: Int32, into text: inout [UInt8]) -> Bool {
            var chunk = [UInt8](repeating: 0, count: 4_096)
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 { return errno == EINTR }
            text += chunk[..<count]
            return count > 0
        }

        /// Sends some of the rest; false where nothing is left or nobody reads.
        private static func send(_ rest: inout ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
            let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, flags)
            }
            if count < 0 { return errno == EINTR || errno == EAGAIN }
            rest = rest.dropFirst(count)
            return !rest.isEmpty
        }
    }
}
