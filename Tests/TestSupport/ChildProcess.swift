import CLinux
@preconcurrency import Glibc
import Synchronization
import ThreadKit

/// A program run beside the test, with its output gathered as it comes.
public final class ChildProcess: Sendable {
    /// What the child reads.
    public enum Input: Sendable {
        /// Nothing: `/dev/null`.
        case none
        /// These bytes, and then the end.
        case bytes([UInt8])
        /// What `write(_:)` gives, until `closeInput()`.
        case pipe
        /// A terminal of this size, which is standard input, output and error in one.
        ///
        /// All that the child writes is in `output`; what `write(_:)` gives are keys.
        case terminal(columns: UInt16, rows: UInt16)
    }

    /// One of the two outputs.
    public enum Stream: Sendable {
        /// Standard output.
        case output
        /// Standard error.
        case errors
    }

    private struct State: Sendable {
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var openStreams = 2
        var ending: ProcessResult.Ending?
    }

    /// The kernel's number for it.
    public let processID: Int32

    private let state = Watched(State())
    private let inputDescriptor: Mutex<Int32?>
    private let command: String

    /// Starts a program with no other environment than the one given (`posix_spawn`).
    ///
    /// A path without a slash is looked up on PATH of this process.
    public init(
        _ path: String, _ arguments: [String] = [], environment: [String: String] = [:],
        input: Input = .none, directory: String? = nil
    ) throws(ChildProcessError) {
        command = ([path] + arguments).joined(separator: " ")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let streams = try ChildStreams(for: input, actions: &actions)
        // Tests run in parallel: what another one has open must not live on in this child.
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        if let directory { posix_spawn_file_actions_addchdir_np(&actions, directory) }
        let attributes = SpawnAttributes(startsSession: streams.isTerminal)
        var child = pid_t()
        let code = withCStrings([path] + arguments) { argv in
            withCStrings(environment.map { "\($0.key)=\($0.value)" }) { envp in
                attributes.withPointer { posix_spawnp(&child, path, &actions, $0, argv, envp) }
            }
        }
        streams.closeChildEnds()
        processID = child
        inputDescriptor = Mutex(streams.input)
        guard code == 0 else {
            close(streams.output)
            if let errors = streams.errors { close(errors) }
            closeInput()
            throw .cannotStart(path: path, errno: code)
        }
        state.update { $0.openStreams = streams.errors == nil ? 1 : 2 }
        collect(streams.output, into: .output)
        if let errors = streams.errors { collect(errors, into: .errors) }
        reap()
        switch input {
        case .none: closeInput()
        case .pipe, .terminal: break
        case .bytes(let bytes):
            startThread(name: "child-input") { [self] in
                write(bytes)
                closeInput()
            }
        }
    }

    deinit {
        send(SIGKILL)
        closeInput()
    }

    // MARK: - While it runs

    /// Sends a signal, unless it has ended (`kill`).
    public func send(_ signal: Int32) {
        // Under the lock, so that the number cannot have gone to another process; 0, the number of
        // a child that did not start, would be our whole process group.
        state.update { [processID] state in
            if state.ending == nil && processID > 0 { kill(processID, signal) }
        }
    }

    /// Writes to its standard input; bytes that it no longer wants are dropped.
    public func write(_ bytes: [UInt8]) {
        guard let descriptor = inputDescriptor.withLock({ $0 }) else { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                withoutBrokenPipeSignal { Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
            }
            if count == -1 && errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Ends its standard input.
    public func closeInput() {
        inputDescriptor.withLock { descriptor in
            if let open = descriptor { close(open) }
            descriptor = nil
        }
    }

    /// What it has written up to now.
    public func text(of stream: Stream) -> String {
        let state = state.value
        return String(decoding: stream == .output ? state.output : state.errors, as: UTF8.self)
    }

    /// Suspends until it has written a text, and gives all of that stream up to then.
    @discardableResult
    public func wait(forText text: String, in stream: Stream = .output) async throws -> String {
        let wanted = Array(text.utf8)
        let state: State
        do {
            state = try await self.state.wait(for: "\(command) to write “\(text)”") { state in
                let bytes = stream == .output ? state.output : state.errors
                return bytes.firstRange(of: wanted) != nil || state.ending != nil
            }
        } catch {
            throw ChildProcessError.isSilent(
                command: command, about: text, result: result(of: self.state.value))
        }
        let bytes = stream == .output ? state.output : state.errors
        guard bytes.firstRange(of: wanted) != nil else {
            throw ChildProcessError.endedEarly(command: command, result: result(of: state))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: - Its end

    /// Suspends until it has ended and all output is read; after the limit it is killed and the
    /// wait throws with what it had written.
    public func waitForExit(within limit: Duration = .seconds(120)) async throws -> ProcessResult {
        do {
            let state = try await state.wait(for: "the end of \(command)", within: limit) { state in
                state.ending != nil && state.openStreams == 0
            }
            return result(of: state)
        } catch {
            let seen = result(of: state.value)
            send(SIGKILL)
            throw ChildProcessError.didNotEnd(command: command, result: seen)
        }
    }

    /// Runs a program to its end.
    public static func run(
        _ path: String, _ arguments: [String] = [], environment: [String: String] = [:],
        input: Input = .none, directory: String? = nil, within limit: Duration = .seconds(120)
    ) async throws -> ProcessResult {
        try await ChildProcess(
            path, arguments, environment: environment, input: input, directory: directory
        ).waitForExit(within: limit)
    }
}

extension ChildProcess {
    private func result(of state: State) -> ProcessResult {
        ProcessResult(
            ending: state.ending ?? .signalled(0), outputBytes: state.output,
            errorBytes: state.errors)
    }

    private func collect(_ descriptor: Int32, into stream: Stream) {
        let state = state
        startThread(name: "child-output") {
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = read(descriptor, &chunk, chunk.count)
                if count == -1 && errno == EINTR { continue }
                guard count > 0 else { break }
                let bytes = chunk[..<count]
                state.update { state in
                    if stream == .output { state.output += bytes } else { state.errors += bytes }
                }
            }
            close(descriptor)
            state.update { $0.openStreams -= 1 }
        }
    }

    private func reap() {
        let state = state
        let processID = processID
        startThread(name: "child-reaper") {
            // WNOWAIT leaves the number taken until the end is noted, so that no signal of ours
            // can reach a process that came later.
            var information = siginfo_t()
            while waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) == -1
                && errno == EINTR
            {}
            state.update { state in
                var status: Int32 = 0
                while waitpid(processID, &status, 0) == -1 && errno == EINTR {}
                let signal = status & 0x7F
                state.ending = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
            }
        }
    }
}
