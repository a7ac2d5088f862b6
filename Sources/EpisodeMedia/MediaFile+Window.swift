import Synchronization

extension MediaFile {
    /// Whether a fetch is to go on to bytes at a position.
    func isOpen(at position: Int64, isWhole: Bool) -> Bool {
        state.withLock { $0.window.isOpen(at: position, isWhole: isWhole) }
    }

    /// Where the reader is.
    var readerPlace: Int64 { state.withLock { $0.window.place } }

    /// Whether nothing more is fetched for the time being, because enough is there.
    var isSated: Bool {
        // A running fetch has a lock of its own, under which it asks for the window.
        let (running, window) = state.withLock { ($0.running, $0.window) }
        guard window.reach != nil else { return false }
        if let running { return running.fetch.isHeld }
        return window.nextHole.map { !window.isWanted($0) } ?? false
    }

    /// Whether only a window of it is fetched.
    var isPaced: Bool { state.withLock { $0.window.reach != nil } }

    /// How many bytes ahead of its reader it is fetched; nil: all.
    var reach: Int64? { state.withLock { $0.window.reach } }

    /// Moves the window with its reader.
    func moveWindow(to place: Int64) {
        changeWindow { $0.place = place }
    }

    /// Makes the window so long; nil has the whole file fetched.
    func setReach(_ reach: Int64?) {
        changeWindow { $0.reach = reach }
    }

    private func changeWindow(_ change: (inout FetchWindow) -> Void) {
        let (running, window) = state.withLock { state in
            change(&state.window)
            if let hole = state.window.nextHole, state.window.isWanted(hole) {
                state.window.waiter?.yield()
            }
            return (state.running, state.window)
        }
        running?.fetch.release { window.hasRoom(at: $0, isWhole: $1) }
    }

    /// Returns when bytes at a position are wanted, or the task was cancelled; whether it had to wait.
    func waitUntilWanted(_ hole: Int64) async -> Bool {
        let (stream, continuation) = AsyncStream<Void>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        let isWanted = state.withLock { state in
            state.window.nextHole = hole
            state.window.waiter = continuation
            return state.window.isWanted(hole)
        }
        guard !isWanted else { return false }
        for await _ in stream { break }
        return true
    }
}
