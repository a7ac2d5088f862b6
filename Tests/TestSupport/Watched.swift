import Synchronization

/// A value that threads change and tests wait for, without polling.
public final class Watched<Value: Sendable>: Sendable {
    private struct Waiter {
        let isSatisfied: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Value?, Never>
    }

    private struct State {
        var value: Value
        var waiters: [Int: Waiter] = [:]
        var expired: Set<Int> = []
        var lastID = 0
    }

    private let state: Mutex<State>

    /// Makes a watched value.
    public init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    /// The value now.
    public var value: Value {
        state.withLock { $0.value }
    }

    /// Changes the value, and wakes those for whom it is now right.
    @discardableResult
    public func update<Result: Sendable>(
        _ change: @Sendable (inout Value) -> Result
    ) -> Result {
        let (result, value, woken) = state.withLock { state in
            let result = change(&state.value)
            let value = state.value
            let ready = state.waiters.filter { $0.value.isSatisfied(value) }
            for id in ready.keys { state.waiters[id] = nil }
            return (result, value, ready.values.map(\.continuation))
        }
        for continuation in woken { continuation.resume(returning: value) }
        return result
    }

    /// Suspends until a condition holds and gives the value that satisfied it.
    ///
    /// The limit is there so that a broken program fails a test instead of hanging it.
    @discardableResult
    public func wait(
        for what: String, within limit: Duration = .seconds(60),
        until isSatisfied: @escaping @Sendable (Value) -> Bool
    ) async throws(WaitError) -> Value {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let timer = Task {
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            expire(id)
        }
        defer { timer.cancel() }
        let value = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                register(id, Waiter(isSatisfied: isSatisfied, continuation: continuation))
            }
        } onCancel: {
            expire(id)
        }
        if let value { return value }
        if Task.isCancelled { throw .cancelled(what: what) }
        throw .timedOut(what: what, seen: "\(self.value)")
    }

    private func register(_ id: Int, _ waiter: Waiter) {
        let answer: Value?? = state.withLock { state in
            if state.expired.remove(id) != nil { return .some(nil) }
            if waiter.isSatisfied(state.value) { return state.value }
            state.waiters[id] = waiter
            return nil
        }
        if let answer { waiter.continuation.resume(returning: answer) }
    }

    private func expire(_ id: Int) {
        let waiter = state.withLock { state in
            guard let waiter = state.waiters.removeValue(forKey: id) else {
                state.expired.insert(id)
                return nil as Waiter?
            }
            return waiter
        }
        waiter?.continuation.resume(returning: nil)
    }
}
