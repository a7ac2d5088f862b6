import PlaybackRules

/// An item named by a letter.
struct OrderItem: Identifiable, Equatable, Sendable {
    let id: Character
}

/// Makes an order of one-letter items.
func order(
    _ letters: String, at index: Int = 0, _ mode: PlaybackMode = .sequence, seed: UInt64 = 1
) -> PlaybackOrder<OrderItem> {
    PlaybackOrder(letters.map { OrderItem(id: $0) }, at: index, mode: mode, seed: seed)
}

extension PlaybackOrder where Item == OrderItem {
    var letters: String { String(items.map(\.id)) }
}
