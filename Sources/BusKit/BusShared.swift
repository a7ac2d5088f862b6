import Synchronization

/// What the bus's thread lets others see.
final class BusShared: Sendable {
    private let current = Mutex(BusState.disconnected)
    private let onState: @Sendable (BusState) -> Void
    private let end: AsyncStream<Void>
    private let ender: AsyncStream<Void>.Continuation

    init(onState: @escaping @Sendable (BusState) -> Void) {
        self.onState = onState
        (end, ender) = AsyncStream.makeStream()
    }

    /// A stream without elements that ends with the thread; for one reader.
    func endings() -> AsyncStream<Void> { end }

    func announceEnd() { ender.finish() }

    var state: BusState { current.withLock { $0 } }

    func setState(_ state: BusState) {
        let isNew = current.withLock { current in
            defer { current = state }
            return current != state
        }
        if isNew { onState(state) }
    }
}
