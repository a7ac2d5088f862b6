/// What a shuffle has given so far, and what this round still owes.
///
/// `heard` is the way that "previous" goes back; `place` is where on it the listener stands.
struct ShuffleHistory<ID: Hashable & Sendable>: Sendable, Equatable {
    /// A way back of this length is enough for anybody; older steps are forgotten.
    private static var longestWay: Int { 1_000 }

    private(set) var heard: [ID] = []
    private(set) var place = -1
    private var owed: Set<ID> = []
    private var generator: ShuffleGenerator

    init(seed: UInt64) {
        generator = ShuffleGenerator(seed: seed)
    }

    var hasPrevious: Bool { place > 0 }

    /// Begins a round anew; what is heard now counts as given.
    mutating func restart(_ ids: [ID], current: ID?) {
        heard = current.map { [$0] } ?? []
        place = heard.count - 1
        owed = Set(ids)
        if let current { owed.remove(current) }
    }

    /// Gives the one to hear next: along the way back up, then one that this round owes.
    mutating func next(of ids: [ID], current: ID?) -> ID? {
        if place + 1 < heard.count {
            place += 1
            return heard[place]
        }
        let others = ids.filter { $0 != current }
        guard !others.isEmpty else { return nil }
        if let current { owed.remove(current) }
        if owed.isEmpty { owed = Set(ids) }
        // In the list's order, not the set's, so that a seed always gives the same.
        let candidates = others.filter(owed.contains)
        guard let chosen = candidates.randomElement(using: &generator) else { return nil }
        record(chosen)
        return chosen
    }

    mutating func previous() -> ID? {
        guard hasPrevious else { return nil }
        place -= 1
        return heard[place]
    }

    /// Notes that the listener went to one by choice.
    mutating func jump(to id: ID) {
        if place >= 0, heard[place] == id { return }
        heard.removeSubrange((place + 1)...)
        record(id)
    }

    mutating func add(_ ids: [ID]) {
        owed.formUnion(ids)
    }

    /// Forgets some; without them, one could stand beside itself on the way back: that is one step.
    mutating func remove(_ ids: Set<ID>) {
        owed.subtract(ids)
        var kept: [ID] = []
        var newPlace = -1
        for (index, id) in heard.enumerated() {
            if !ids.contains(id) && kept.last != id { kept.append(id) }
            if index == place { newPlace = kept.count - 1 }
        }
        heard = kept
        place = newPlace
    }

    private mutating func record(_ id: ID) {
        heard.append(id)
        owed.remove(id)
        if heard.count > Self.longestWay { heard.removeFirst() }
        place = heard.count - 1
    }
}
