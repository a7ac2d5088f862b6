import Synchronization

/// What the bus's thread lets others see.
final class BusShared: Sendable {
    private let current = Mutex(BusState.disconnected)
    private let onState: @Sendable (BusState) -> Void

    init(onState: @escaping @Sendable (BusState) -> Void) {
        self.onState = onState
    }

    var state: BusState { current.withLock { $0 } }

    func setState(_ state: BusState) {
        let isNew = current.withLock { current in
            defer { current = state }
            return current != state
        }
        if isNew { onState(state) }
    }
}
