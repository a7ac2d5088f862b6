import ColumnModel
import ColumnStore
import Synchronization

extension MediaFile {
    /// Who owns what, as the planner and the judge see it.
    func snapshot() -> (primary: Rendition?, union: ByteRangeSet, primaryKey: Int?) {
        state.withLock { state in
            (state.held.first?.rendition, state.union, state.held.first?.key)
        }
    }

    /// The rendition behind a number.
    func rendition(_ key: Int) -> Rendition? {
        state.withLock { $0.rendition(key) }
    }

    /// Changes what is known of a rendition.
    func update(_ key: Int, _ change: (inout Rendition) -> Void) {
        state.withLock { state in
            guard let index = state.index(of: key) else { return }
            change(&state.held[index].rendition)
        }
    }

    /// Begins a rendition of which nothing is held; it becomes the file's when there is no other,
    /// or on demand.
    func begin(_ rendition: Rendition, asPrimary: Bool) -> Int {
        state.withLock { state in
            state.held.removeAll { $0.rendition.ranges.isEmpty }
            let entry = Held(key: state.nextKey, rendition: rendition)
            state.nextKey += 1
            state.held.insert(entry, at: asPrimary ? 0 : state.held.count)
            return entry.key
        }
    }

    /// Hands bytes over that were found equal, from whoever holds them, to a rendition.
    func transfer(_ range: Range<Int64>, to key: Int) {
        state.withLock { state in
            for index in state.held.indices {
                if state.held[index].key == key {
                    state.held[index].rendition.ranges.insert(range)
                } else {
                    state.held[index].rendition.ranges.remove(range)
                }
            }
            state.held.removeAll { $0.rendition.ranges.isEmpty && $0.key != key }
        }
    }

    /// Hands all that one rendition holds over to another, since they are proved to be one.
    func join(_ other: Int, into key: Int, isUnproven: Bool) {
        state.withLock { state in
            guard other != key, let from = state.index(of: other), let to = state.index(of: key)
            else { return }
            let joined = state.held[from].rendition
            for range in joined.ranges.ranges {
                state.held[to].rendition.ranges.insert(range)
            }
            if isUnproven || joined.isUnproven {
                state.held[to].rendition.isUnproven = true
            }
            state.held[to].rendition.total = state.held[to].rendition.total ?? joined.total
            // What is to become the file stays in front.
            let target = min(from, to)
            let entry = state.held[to]
            state.held.remove(at: from)
            state.held.removeAll { $0.key == key }
            state.held.insert(entry, at: min(target, state.held.count))
        }
    }

    /// How many bytes at and after a position one rendition holds without a gap.
    func runLength(of key: Int, from position: Int64) -> Int64 {
        state.withLock { state in
            guard let rendition = state.rendition(key) else { return 0 }
            return rendition.ranges.heldEnd(from: position) - position
        }
    }

    /// Whether anything at or after a position is held.
    func isHeld(atOrAfter position: Int64) -> Bool {
        state.withLock { $0.nextHeld(from: position) != Int64.max }
    }
}
