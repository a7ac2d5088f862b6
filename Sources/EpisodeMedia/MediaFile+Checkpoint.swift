import ColumnModel
import ColumnStore
import Synchronization

extension MediaFile {
    /// Tells the library, before anything is written, what an unclean stop may leave at the end.
    ///
    /// - Parameter isAppending: whether all that is written next goes behind the last byte held.
    func prepare(isAppending: Bool) async throws(MediaError) {
        let tail = isAppending ? library.boot : nil
        let isStale = state.withLock { state in
            state.isAppending = isAppending
            // A record that promises a sound tail must be gone before a gap is made.
            return state.savedTail != nil && tail == nil
        }
        if isStale {
            try await checkpoint(isForced: true)
        }
    }

    /// Records the rendition and its tail, without a sync, so that a kill loses nothing appended.
    func announce() async throws(MediaError) {
        let (renditions, tail) = state.withLock { state in
            let durable = state.saved
            var renditions = state.held.map(\.rendition)
            for index in renditions.indices {
                // Only what was synced before may be named.
                renditions[index].ranges = Self.common(renditions[index].ranges, durable)
            }
            return (renditions, state.isAppending ? library.boot : nil)
        }
        try await save(renditions, tail: tail)
    }

    /// Makes all that is held durable (`fdatasync`), then records it.
    func checkpoint(isForced: Bool = false) async throws(MediaError) {
        let (renditions, tail, isNew) = state.withLock { state in
            let renditions = state.held.map(\.rendition)
            let tail = state.isAppending ? library.boot : nil
            return (renditions, tail, renditions != state.saved)
        }
        guard isNew || isForced else { return }
        try await library.disk.run { () throws(MediaError) in try descriptor.sync() }
        try await save(renditions, tail: tail)
    }

    /// Gives up all bytes from a position on, of all renditions; what is before goes to one of them.
    ///
    /// The library is told durably before those bytes may be overwritten.
    func cut(at position: Int64, keepingFor key: Int?) async throws(MediaError) {
        let renditions = state.withLock { state in
            state.givenUp.append(position)
            for index in state.held.indices {
                state.held[index].rendition.ranges.remove(position..<Int64.max)
                if let key, state.held[index].key == key {
                    state.held[index].rendition.ranges.insert(0..<position)
                } else if key != nil {
                    state.held[index].rendition.ranges = ByteRangeSet()
                }
            }
            state.held.removeAll { $0.rendition.ranges.isEmpty && $0.key != key }
            if let key, let index = state.index(of: key) {
                state.held.swapAt(0, index)
            }
            if state.hashed > position {
                state.hasher.reset()
                state.hashed = 0
            }
            state.isAppending = true
            return state.held.map(\.rendition)
        }
        try await library.disk.run { () throws(MediaError) in
            // First the file: if the record came first, a kill would leave a tail that seems sound.
            try descriptor.truncate(to: position)
            try descriptor.sync()
        }
        try await save(renditions, tail: library.boot, durably: true)
    }

    /// Gives up all that one rendition holds.
    func drop(_ key: Int) async throws(MediaError) {
        let (renditions, tail) = state.withLock { state in
            let lost = state.index(of: key).flatMap { state.held[$0].rendition.ranges.ranges.first }
            state.givenUp.append(lost?.lowerBound ?? .max)
            state.held.removeAll { $0.key == key }
            state.hasher.reset()
            state.hashed = 0
            return (state.held.map(\.rendition), state.isAppending ? library.boot : nil)
        }
        try await library.disk.run { () throws(MediaError) in try descriptor.sync() }
        try await save(renditions, tail: tail, durably: true)
    }

    private func save(_ renditions: [Rendition], tail: String?, durably: Bool = false)
        async throws(MediaError)
    {
        let episode = episode
        try await library.storing { (store) async throws(StoreError) in
            try await store.saveMedia(renditions, of: episode, tailBoot: tail, durably: durably)
        }
        state.withLock { state in
            state.saved = renditions
            state.savedTail = tail
        }
    }

    /// The part of a set that some saved rendition has too.
    private static func common(_ ranges: ByteRangeSet, _ saved: [Rendition]) -> ByteRangeSet {
        var durable = ByteRangeSet()
        for rendition in saved {
            for range in rendition.ranges.ranges {
                durable.insert(range)
            }
        }
        var result = ByteRangeSet()
        for range in ranges.ranges {
            var rest = ByteRangeSet(CollectionOfOne(range))
            for hole in durable.holes(in: range) {
                rest.remove(hole)
            }
            for kept in rest.ranges {
                result.insert(kept)
            }
        }
        return result
    }
}
