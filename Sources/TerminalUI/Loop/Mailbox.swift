import CTerminalGuard
import Synchronization

/// Events for the loop, from any thread.
final class Mailbox: Sendable {
    private let events = Mutex<[TUIEvent]>([])

    /// Puts an event in and wakes the loop.
    func post(_ event: TUIEvent) {
        let isFirst = events.withLock { events in
            events.append(event)
            return events.count == 1
        }
        if isFirst { terminal_guard_wake() }
    }

    /// Takes all out.
    func take() -> [TUIEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
