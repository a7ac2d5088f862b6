/// Lets one at a time through, in the order of their coming; for what suspends in between.
actor LoadLock {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Suspends until nobody else is in between.
    func take() async {
        guard isTaken else {
            isTaken = true
            return
        }
        // Handed over by `release`, so that nobody comes between.
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Lets the next one in.
    func release() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
