import ColumnModel
import Localization
import Synchronization
import TerminalText

/// Runs syncs, downloads and commands as processes of their own.
///
/// Of each kind one process runs; what is asked for meanwhile is gathered for the next one.
final class JobRunner: Sendable {
    /// What there is of one kind.
    private struct Lane: Sendable {
        var running: JobRequest?
        var waiting: JobRequest?
        var state: JobState
        var task: Task<Void, Never>?
    }

    /// Something to begin.
    private enum Job: Sendable {
        case run([String], number: Int)
        case serve(JobState.Kind)
    }

    private let program: InterfaceProgram
    private let post: @Sendable (TUIEvent) -> Void
    private let stream: AsyncStream<Job>
    private let queue: AsyncStream<Job>.Continuation
    private let lanes = Mutex<[JobState.Kind: Lane]>([:])
    private let runs = Mutex<[Int: Task<Void, Never>]>([:])
    /// What goes on without the interface when it has ended.
    private let left = Mutex<[[String]]>([])

    init(program: InterfaceProgram, post: @escaping @Sendable (TUIEvent) -> Void) {
        self.program = program
        self.post = post
        (stream, queue) = AsyncStream.makeStream()
    }

    func run(_ words: [String], number: Int) { queue.yield(.run(words, number: number)) }

    func sync(_ column: ColumnID?) {
        ask(.sync, JobRequest(numbers: column.map { [$0.rawValue] } ?? [], isOfAll: column == nil))
    }

    func download(_ ids: [EpisodeID]) { ask(.download, JobRequest(numbers: ids.map(\.rawValue))) }

    func stopRun(_ number: Int) { runs.withLock { $0[number] }?.cancel() }

    /// Breaks off what runs and forgets what waits.
    func cancel() {
        let dropped = lanes.withLock { lanes in
            var dropped = 0
            for kind in lanes.keys {
                lanes[kind]?.task?.cancel()
                let waiting = lanes[kind]?.waiting?.intents
                dropped += waiting ?? 0
                lanes[kind]?.waiting = nil
                lanes[kind]?.state.waiting = 0
            }
            return dropped
        }
        for _ in 0..<dropped { post(.done) }
    }

    /// Lets syncs and downloads go on as processes by themselves when this ends.
    func keepGoing() {
        let words = lanes.withLock { lanes in
            lanes.compactMap { kind, lane -> [String]? in
                guard var request = lane.running else { return nil }
                if let waiting = lane.waiting { request.add(waiting) }
                return request.words(kind)
            }
        }
        left.withLock { $0 = words }
    }

    /// Ends what runs: downloads and syncs keep what they have.
    func finish() {
        queue.finish()
        cancel()
        for task in runs.withLock({ Array($0.values) }) { task.cancel() }
    }

    /// Starts what is asked for until it is finished; all has ended when it returns.
    func work() async {
        await withDiscardingTaskGroup { group in
            for await job in stream {
                switch job {
                case .run(let words, let number): start(words, number)
                case .serve(let kind): group.addTask { await self.serve(kind) }
                }
            }
        }
        for task in runs.withLock({ Array($0.values) }) { await task.value }
        for words in left.withLock({ $0 }) { _ = program.startBehind(words) }
    }

    // MARK: - Commands

    private func start(_ words: [String], _ number: Int) {
        let task = Task { [self] in
            let code = await program.run(words) { [post] line in post(.output(number, line)) }
            post(.outputEnded(number, code: code))
            post(.done)
        }
        runs.withLock { $0[number] = task }
    }

    // MARK: - Syncs and downloads

    private func ask(_ kind: JobState.Kind, _ request: JobRequest) {
        let isFirst = lanes.withLock { lanes in
            var lane = lanes[kind] ?? Lane(state: JobState(kind))
            defer { lanes[kind] = lane }
            guard lane.running != nil else {
                lane.running = request
                return true
            }
            lane.waiting =
                lane.waiting.map { waiting in
                    var waiting = waiting
                    waiting.add(request)
                    return waiting
                } ?? request
            lane.state.waiting = lane.waiting?.intents ?? 0
            post(.job(kind, lane.state))
            return false
        }
        if isFirst { queue.yield(.serve(kind)) }
    }

    /// Does one request after the other until none waits.
    private func serve(_ kind: JobState.Kind) async {
        while let request = lanes.withLock({ $0[kind]?.running }) {
            // A task of its own, so that what is asked for after a cancellation is not cancelled.
            let task = Task { await follow(kind, request) }
            lanes.withLock { $0[kind]?.task = task }
            await task.value
            let isOver = lanes.withLock { lanes in
                let waiting = lanes[kind]?.waiting
                lanes[kind]?.running = waiting
                lanes[kind]?.waiting = nil
                lanes[kind]?.task = nil
                return waiting == nil
            }
            if isOver { post(.job(kind, nil)) }
            for _ in 0..<request.intents { post(.done) }
        }
    }

    private func follow(_ kind: JobState.Kind, _ request: JobRequest) async {
        report(kind) { state in
            state = JobState(kind)
            state.requests = request.intents
        }
        var words = request.words(kind)
        words.insert("--json", at: 1)
        let code = await program.run(words) { [self] line in
            guard let report = JobReport(line) else { return }
            self.report(kind) { report.apply(to: &$0) }
        }
        let last = lanes.withLock { $0[kind]?.state } ?? JobState(kind)
        let fault = last.fault.map { self.words($0) } ?? "."
        let message: TUIEvent =
            switch (kind, code) {
            case (_, 130), (_, 143): .message("Broken off; what came is kept.", isFault: false)
            case (.sync, 0):
                .message("Synced: \(count: last.added, "new episode").", isFault: false)
            case (.download, 0): .message("Downloaded.", isFault: false)
            case (.sync, _): .message("Sync, exit \(code)\(fault)", isFault: true)
            case (.download, _): .message("Download, exit \(code)\(fault)", isFault: true)
            }
        post(message)
    }

    /// What went wrong, by its code where the words are in another language.
    private func words(_ fault: JobState.Fault) -> Message {
        let words = program.codes[fault.code] ?? Message(verbatim: fault.words)
        return fault.title.map { ": \($0): \(words)" } ?? ": \(words)"
    }

    private func report(_ kind: JobState.Kind, _ change: (inout JobState) -> Void) {
        lanes.withLock { lanes in
            guard var state = lanes[kind]?.state else { return }
            change(&state)
            let waiting = lanes[kind]?.waiting?.intents
            state.waiting = waiting ?? 0
            lanes[kind]?.state = state
            // Under the lock, so that an older state never comes after a newer one.
            post(.job(kind, state))
        }
    }
}
