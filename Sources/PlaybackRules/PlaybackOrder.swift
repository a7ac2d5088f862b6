/// A list that plays, where in it the listener is, and what comes next under a mode.
///
/// Items are occurrences: what stands in the list twice has two ids. The list may change while it
/// plays; the current item stays current through it.
public struct PlaybackOrder<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
    /// The list in its own order, whatever the mode.
    public private(set) var items: [Item]
    /// In which order it plays.
    public private(set) var mode: PlaybackMode
    private var cursor: Cursor
    private var shuffle: ShuffleHistory<Item.ID>

    /// Where the listener is: at an item, or, after it was taken out, before an index.
    private enum Cursor: Sendable, Equatable {
        case at(Int)
        case before(Int)
    }

    /// Makes an order that stands at an index; outside the list, before its first item.
    ///
    /// Of items with the same id only the first is taken. A seed makes the shuffle repeatable.
    public init(
        _ items: [Item] = [], at index: Int = 0, mode: PlaybackMode = .sequence,
        seed: UInt64 = .random(in: .min ... .max)
    ) {
        var seen: Set<Item.ID> = []
        let start = items.indices.contains(index) ? items[index].id : nil
        self.items = items.filter { seen.insert($0.id).inserted }
        self.mode = mode
        cursor = .before(0)
        shuffle = ShuffleHistory(seed: seed)
        if let start { place(at: start) }
        shuffle.restart(self.items.map(\.id), current: start)
    }

    // MARK: - Where it is

    /// Where in the list the current item stands; nil when there is none.
    public var index: Int? {
        if case .at(let index) = cursor { index } else { nil }
    }

    /// The item that is heard; nil in an empty list, or when it was taken out.
    public var current: Item? { index.map { items[$0] } }

    /// Whether `next` would give something.
    public var hasNext: Bool {
        var copy = self
        return copy.next() != nil
    }

    /// Whether `previous` would give something.
    public var hasPrevious: Bool {
        var copy = self
        return copy.previous() != nil
    }

    /// What would play by itself after this item, to be opened early; nil: it stops.
    public var upcoming: Item? {
        var copy = self
        return copy.advance()
    }

    // MARK: - Moving through it

    /// Goes on by the listener's wish; nil when the mode ends here, and nothing changes then.
    public mutating func next() -> Item? {
        switch mode {
        case .shuffle: moveInShuffle()
        case .repeatAll: move(to: following, wrapping: true)
        case .sequence, .repeatOne, .once: move(to: following, wrapping: false)
        }
    }

    /// Goes on by itself because the item has ended; nil: stop here.
    public mutating func advance() -> Item? {
        switch mode {
        case .once: nil
        // Taken out of the list while it played, it cannot come again.
        case .repeatOne where current != nil: current
        case .repeatOne, .sequence, .repeatAll, .shuffle: next()
        }
    }

    /// Goes back: in a shuffle through what was heard, else in the list.
    public mutating func previous() -> Item? {
        switch mode {
        case .shuffle:
            guard let id = shuffle.previous() else { return nil }
            place(at: id)
            return current
        case .repeatAll: return move(to: preceding, wrapping: true)
        case .sequence, .repeatOne, .once: return move(to: preceding, wrapping: false)
        }
    }

    /// Goes to an item by its id; nil when it is not in the list.
    public mutating func jump(to id: Item.ID) -> Item? {
        guard items.contains(where: { $0.id == id }) else { return nil }
        place(at: id)
        shuffle.jump(to: id)
        return current
    }

    /// Changes the mode; a shuffle begins its first round with the current item.
    public mutating func setMode(_ newMode: PlaybackMode) {
        if newMode == .shuffle && mode != .shuffle {
            shuffle.restart(items.map(\.id), current: current?.id)
        }
        mode = newMode
    }

    // MARK: - Changing the list

    /// Puts items before an index, which is held within the list; ids that are there are left out.
    public mutating func insert(_ newItems: [Item], at index: Int) {
        var seen = Set(items.map(\.id))
        let added = newItems.filter { seen.insert($0.id).inserted }
        let index = min(max(index, 0), items.count)
        items.insert(contentsOf: added, at: index)
        switch cursor {
        case .at(let place) where index <= place: cursor = .at(place + added.count)
        // What is put into the gap of a removed item comes next.
        case .before(let place) where index < place: cursor = .before(place + added.count)
        case .at, .before: break
        }
        shuffle.add(added.map(\.id))
    }

    /// Puts items at the end.
    public mutating func append(_ newItems: [Item]) {
        insert(newItems, at: items.count)
    }

    /// Takes items out; without its current one the order stands in the gap and goes on from there.
    public mutating func remove(_ ids: Set<Item.ID>) {
        let old = items
        items.removeAll { ids.contains($0.id) }
        let place =
            switch cursor {
            case .at(let index), .before(let index): index
            }
        let before = old.prefix(place).count { !ids.contains($0.id) }
        if case .at(let index) = cursor, !ids.contains(old[index].id) {
            cursor = .at(before)
        } else {
            cursor = .before(before)
        }
        shuffle.remove(ids)
    }

    /// Moves an item so that it stands at an index of the list without it.
    public mutating func move(_ id: Item.ID, to index: Int) {
        guard let from = items.firstIndex(where: { $0.id == id }) else { return }
        let item = items.remove(at: from)
        let target = min(max(index, 0), items.count)
        items.insert(item, at: target)
        switch cursor {
        case .at(let place) where place == from: cursor = .at(target)
        case .at(let place):
            let without = place > from ? place - 1 : place
            cursor = .at(target <= without ? without + 1 : without)
        case .before(let place):
            let without = place > from ? place - 1 : place
            cursor = .before(target < without ? without + 1 : without)
        }
    }

    /// Changes what an item holds; its id must stay.
    public mutating func update(_ item: Item) {
        guard let index = items.firstIndex(where: { $0.id == item.id }) else { return }
        items[index] = item
    }
}

extension PlaybackOrder: Equatable where Item: Equatable {}

extension PlaybackOrder {
    private var following: Int {
        switch cursor {
        case .at(let index): index + 1
        case .before(let index): index
        }
    }

    private var preceding: Int {
        switch cursor {
        case .at(let index), .before(let index): index - 1
        }
    }

    private mutating func move(to index: Int, wrapping: Bool) -> Item? {
        guard !items.isEmpty else { return nil }
        let target = wrapping ? (index + items.count) % items.count : index
        guard items.indices.contains(target) else { return nil }
        cursor = .at(target)
        shuffle.jump(to: items[target].id)
        return items[target]
    }

    private mutating func moveInShuffle() -> Item? {
        guard let id = shuffle.next(of: items.map(\.id), current: current?.id) else { return nil }
        place(at: id)
        return current
    }

    private mutating func place(at id: Item.ID) {
        if let index = items.firstIndex(where: { $0.id == id }) { cursor = .at(index) }
    }
}
