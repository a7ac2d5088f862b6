import Synchronization

/// Hands out leave to use the network: so many in all, so many a host, and none for a host that asked
/// to be left alone for a while.
public final class HostLimiter: Sendable {
    private struct Waiter {
        let id: Int
        let host: String
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var active = 0
        var activeByHost: [String: Int] = [:]
        var heldUntil: [String: Duration] = [:]
        var waiters: [Waiter] = []
        var nextID = 0
        var cancelled: Set<Int> = []
    }

    private let total: Int
    private let perHost: Int
    private let clock: MonotonicClock
    private let state = Mutex(State())

    /// Makes a limiter; limits below 1 count as 1.
    public init(total: Int, perHost: Int, clock: MonotonicClock = .system) {
        self.total = max(1, total)
        self.perHost = max(1, perHost)
        self.clock = clock
    }

    /// Runs a closure once leave for a host is there; waiting ends when the task is cancelled.
    public func withLeave<Value>(
        for host: String, _ body: () async throws -> Value
    ) async throws -> Value {
        try await acquire(host)
        defer { release(host) }
        return try await body()
    }

    /// Waits for leave to use a host; each leave is given back with `release`.
    public func acquire(_ host: String) async throws(CancellationError) {
        while true {
            if let wait = holdTime(of: host) {
                try await clock.sleep(wait)
                continue
            }
            try await waitForSlot(host)
            // The host may have asked for peace while this waited.
            if holdTime(of: host) == nil {
                return
            }
            release(host)
        }
    }

    /// Gives leave back.
    public func release(_ host: String) {
        let next = state.withLock { state -> [Waiter] in
            state.active -= 1
            let count = (state.activeByHost[host] ?? 1) - 1
            state.activeByHost[host] = count > 0 ? count : nil
            return takeReady(&state)
        }
        for waiter in next {
            waiter.continuation.resume(returning: true)
        }
    }

    /// Lets nobody use a host for a while; a shorter time does not shorten an earlier one.
    public func hold(_ host: String, for duration: Duration) {
        let until = clock.now() + duration
        state.withLock { state in
            state.heldUntil[host] = max(until, state.heldUntil[host] ?? .zero)
        }
    }

    /// How long a host is to be left alone; nil when it may be used.
    public func holdTime(of host: String) -> Duration? {
        let now = clock.now()
        return state.withLock { state in
            guard let until = state.heldUntil[host] else { return nil }
            guard until > now else {
                state.heldUntil[host] = nil
                return nil
            }
            return until - now
        }
    }
}

extension HostLimiter {
    private func waitForSlot(_ host: String) async throws(CancellationError) {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let isGiven = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    if state.cancelled.remove(id) != nil {
                        return false
                    }
                    if isFree(host, state) {
                        take(host, &state)
                        return true
                    }
                    state.waiters.append(Waiter(id: id, host: host, continuation: continuation))
                    return nil
                }
                if let answer {
                    continuation.resume(returning: answer)
                }
            }
        } onCancel: {
            cancel(id)
        }
        _ = state.withLock { $0.cancelled.remove(id) }
        guard isGiven else { throw CancellationError() }
        if Task.isCancelled {
            release(host)
            throw CancellationError()
        }
    }

    private func cancel(_ id: Int) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.waiters.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.waiters.remove(at: index)
        }
        waiter?.continuation.resume(returning: false)
    }

    private func isFree(_ host: String, _ state: borrowing State) -> Bool {
        state.active < total && (state.activeByHost[host] ?? 0) < perHost
    }

    private func take(_ host: String, _ state: inout State) {
        state.active += 1
        state.activeByHost[host, default: 0] += 1
    }

    /// Takes out all waiters who may go now, the oldest first.
    private func takeReady(_ state: inout State) -> [Waiter] {
        var ready: [Waiter] = []
        while state.active < total,
            let index = state.waiters.firstIndex(where: {
                (state.activeByHost[$0.host] ?? 0) < perHost
            })
        {
            let waiter = state.waiters.remove(at: index)
            take(waiter.host, &state)
            ready.append(waiter)
        }
        return ready
    }
}
