import Synchronization

/// The fetch that fills a file at the moment.
struct RunningFetch: Sendable {
    let fetch: RangeFetch
    let began: ContinuousClock.Instant
}

extension MediaFile {
    /// Lets one caller of `MediaFetcher.fetch` in; false while another is at work.
    func beginFetching() -> Bool {
        state.withLock { state in
            guard !state.isFetching else { return false }
            state.isFetching = true
            state.isPreempted = false
            state.readerError = nil
            return true
        }
    }

    /// Remembers the task by which the fetch can be ended.
    func setTask(_ task: Task<Result<FinishedMedia, MediaError>, Never>) {
        let isPreempted = state.withLock { state in
            state.task = state.isFetching ? task : nil
            return state.isPreempted
        }
        if isPreempted {
            task.cancel()
        }
    }

    /// Lets the next one in; readers learn why no more bytes come.
    func endFetching(_ result: Result<FinishedMedia, MediaError>)
        -> Result<FinishedMedia, MediaError>
    {
        let (waiting, isPreempted) = state.withLock { state in
            state.isFetching = false
            state.running = nil
            state.window.waiter?.finish()
            state.window.waiter = nil
            state.window.nextHole = nil
            state.task = nil
            // A fetch that was called off is followed by another, or by `interrupt()`.
            if case .failure(let error) = result, error != .cancelled {
                state.readerError = error
                state.wakeReaders()
            }
            defer { state.fetchWaiters.removeAll() }
            return (state.fetchWaiters, state.isPreempted)
        }
        for continuation in waiting {
            continuation.resume()
        }
        if isPreempted, case .failure(.cancelled) = result {
            return .failure(.inUse)
        }
        return result
    }

    /// Notes which request runs.
    func setRunning(_ fetch: RangeFetch) {
        state.withLock { $0.running = RunningFetch(fetch: fetch, began: .now) }
    }

    /// Notes that the request has ended.
    func clearRunning() {
        state.withLock { $0.running = nil }
    }

    /// Ends the fetch that runs, with `MediaError.inUse` for its caller, and waits for its end.
    func preempt() async {
        await withCheckedContinuation { continuation in
            let (isIdle, task) = state.withLock { state in
                guard state.isFetching else { return (true, state.task) }
                state.isPreempted = true
                state.fetchWaiters.append(continuation)
                return (false, state.task)
            }
            if isIdle {
                continuation.resume()
            }
            task?.cancel()
        }
    }

    /// Whether the fetch that runs will bring a position within some seconds.
    func willArrive(at position: Int64, within limit: Duration) -> Bool {
        let (running, window) = state.withLock { ($0.running, $0.window) }
        guard let running, let place = running.fetch.place else {
            // It is about to ask for it.
            return window.nextHole.map { $0 <= position && position - $0 < FetchPlan.overlap }
                ?? false
        }
        guard place.position <= position, window.isNear(position, from: place.position) else {
            return false
        }
        let active = ContinuousClock.now - running.began - running.fetch.heldTime
        let elapsed = max(active, .milliseconds(10))
        let speed = max(Double(place.received), 1) / (elapsed / .seconds(1))
        return Double(position - place.position) / speed <= limit / .seconds(1)
    }
}
