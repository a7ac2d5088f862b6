/// How far ahead of its reader a file is fetched.
struct FetchWindow: Sendable {
    /// Where the reader is.
    var place: Int64 = 0
    /// How many bytes ahead of it are fetched; nil: the whole file, also what is behind.
    var reach: Int64?
    /// Where a fetch between two requests would go on.
    var nextHole: Int64?
    /// Tells such a fetch that the window has moved.
    var waiter: AsyncStream<Void>.Continuation?

    /// Whether bytes from a position on may be asked for.
    func isWanted(_ position: Int64) -> Bool {
        guard let reach else { return true }
        // What is compared before a joint lies behind the reader.
        return position + FetchPlan.overlap >= place && position < place + reach
    }

    /// Whether a transfer that stands at a position is to go on.
    ///
    /// - Parameter isWhole: it began at the front, and gets to the reader only by way of all before it.
    func isOpen(at position: Int64, isWhole: Bool) -> Bool {
        guard let reach else { return true }
        return position < place + reach && (isWhole || position + reach > place)
    }

    /// Whether a transfer that was held there has enough room again to be worth it; it is soon so,
    /// since servers close connections that are silent for long.
    func hasRoom(at position: Int64, isWhole: Bool) -> Bool {
        guard let reach else { return true }
        return isOpen(at: position + reach / 12, isWhole: isWhole)
    }

    /// Whether the way from one position to another is worth what it brings.
    func isNear(_ position: Int64, from start: Int64) -> Bool {
        reach.map { position - start <= $0 } ?? true
    }
}
