import ColumnModel
import Synchronization
import TerminalText

/// Runs syncs, downloads and commands as processes of their own.
final class JobRunner: Sendable {
    /// Something to run.
    private enum Job: Sendable {
        case run([String], number: Int)
        case sync(ColumnID?)
        case download([EpisodeID])
    }

    private let program: InterfaceProgram
    private let post: @Sendable (TUIEvent) -> Void
    private let stream: AsyncStream<Job>
    private let queue: AsyncStream<Job>.Continuation
    private let tasks = Mutex<[String: [Task<Void, Never>]]>([:])

    init(program: InterfaceProgram, post: @escaping @Sendable (TUIEvent) -> Void) {
        self.program = program
        self.post = post
        (stream, queue) = AsyncStream.makeStream()
    }

    func run(_ words: [String], number: Int) { queue.yield(.run(words, number: number)) }
    func sync(_ column: ColumnID?) { queue.yield(.sync(column)) }
    func download(_ ids: [EpisodeID]) { queue.yield(.download(ids)) }
    func stopRun() { cancel("run") }

    func cancel() {
        cancel("sync")
        cancel("download")
    }

    /// Ends what runs: downloads and syncs keep what they have.
    func finish() {
        queue.finish()
        for task in tasks.withLock({ $0.values.joined() }) { task.cancel() }
    }

    private func cancel(_ name: String) {
        for task in tasks.withLock({ $0[name] ?? [] }) { task.cancel() }
    }

    /// Starts what is asked for until it is finished; all has ended when it returns.
    func work() async {
        for await job in stream {
            switch job {
            case .run(let words, let number):
                cancel("run")
                start("run") { [self] in
                    let code = await program.run(words) { [post] line in post(.output(number, line))
                    }
                    post(.outputEnded(number, code: code))
                    post(.done)
                }
            case .sync(let column):
                start("sync") { [self] in
                    let words = ["sync", "--json"] + (column.map { ["\($0.rawValue)"] } ?? [])
                    await follow(.sync, words)
                }
            case .download(let ids):
                start("download") { [self] in
                    await follow(.download, ["download", "--json"] + ids.map { "\($0.rawValue)" })
                }
            }
        }
        for task in tasks.withLock({ $0.values.joined() }) { await task.value }
    }

    /// Runs one after the other what has a name.
    private func start(_ name: String, _ body: @escaping @Sendable () async -> Void) {
        tasks.withLock { tasks in
            let previous = tasks[name]?.last
            let task = Task {
                await previous?.value
                if Task.isCancelled { self.post(.done) } else { await body() }
            }
            // Few are asked for in one sitting; those that ended hold next to nothing.
            tasks[name, default: []].append(task)
        }
    }

    private func follow(_ kind: JobState.Kind, _ words: [String]) async {
        let state = Mutex(JobState(kind))
        post(.job(kind, JobState(kind)))
        let code = await program.run(words) { [post] line in
            let now = state.withLock { state -> JobState? in
                guard let report = JobReport(line) else { return nil }
                report.apply(to: &state)
                return state
            }
            if let now { post(.job(kind, now)) }
        }
        let last = state.withLock { $0 }
        defer { post(.done) }
        post(.job(kind, nil))
        let fault = last.fault.map { ": \($0)" } ?? "."
        switch (kind, code) {
        case (_, 130), (_, 143): post(.message("Broken off; what came is kept.", isFault: false))
        case (.sync, 0):
            post(
                .message("Synced: \(NumberText.count(last.added, "new episode")).", isFault: false))
        case (.download, 0): post(.message("Downloaded.", isFault: false))
        case (.sync, _): post(.message("Sync, exit \(code)\(fault)", isFault: true))
        case (.download, _): post(.message("Download, exit \(code)\(fault)", isFault: true))
        }
    }
}
