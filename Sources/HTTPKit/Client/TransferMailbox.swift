import CCurl
import Synchronization

/// Carries commands to the client's thread and wakes it.
final class TransferMailbox: Sendable {
    enum Command {
        case start(Transfer)
        case cancel(Transfer)
        case resume(Transfer)
    }

    /// A CURLM that other threads may wake; only used under the mutex, and nil once it is gone.
    private struct State: @unchecked Sendable {
        var commands: [Command] = []
        var multi: UnsafeMutableRawPointer?
        var isFinished = false
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Hands a command over; after the client's end a start is refused at once.
    func post(_ command: Command) {
        let refused = state.withLock { state -> Transfer? in
            guard !state.isClosed else {
                if case .start(let transfer) = command {
                    return transfer
                }
                return nil
            }
            state.commands.append(command)
            wake(state)
            return nil
        }
        refused?.complete(.failure(HTTPError(.cancelled, url: refused?.url.string ?? "")))
    }

    /// Tells the thread that the client is gone.
    func finish() {
        state.withLock { state in
            state.isFinished = true
            wake(state)
        }
    }

    /// Takes the commands that have come; called by the thread.
    func take() -> (commands: [Command], isFinished: Bool) {
        state.withLock { state in
            defer { state.commands.removeAll() }
            return (state.commands, state.isFinished)
        }
    }

    /// Says which CURLM is to be woken.
    func open(_ multi: UnsafeMutableRawPointer?) {
        state.withLock { $0.multi = MultiPointer(multi).pointer }
    }

    /// Ends waking and gives the commands that came too late.
    func close() -> [Command] {
        state.withLock { state in
            state.isClosed = true
            state.multi = nil
            defer { state.commands.removeAll() }
            return state.commands
        }
    }

    private func wake(_ state: borrowing State) {
        if let multi = state.multi {
            curl_multi_wakeup(multi)
        }
    }
}

/// A pointer on its way into the mutex, which guards it from then on.
private struct MultiPointer: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer?

    init(_ pointer: UnsafeMutableRawPointer?) {
        self.pointer = pointer
    }
}
