import ColumnModel
import ColumnStore
import Synchronization

extension RangeFetch {
    /// Draws the conclusions from a body that came to its end: the total, the version, the proof.
    ///
    /// - Parameter isEndCertain: false where the body ended with its connection; it is then the
    ///   caller who has other reasons to believe in the end.
    func settle(isEndCertain: Bool) async throws(MediaError) {
        let (isWhole, position, target, owner, found, relation) = state.withLock { state in
            (
                state.isWhole, state.position, state.target, state.comparedOwner, state.found,
                state.relation
            )
        }
        guard let found, position > 0 else { return }
        guard isWhole else {
            try await settleRange(found, upTo: position, target ?? owner)
            return
        }
        var key = target
        if key == nil, relation == .same {
            key = file.snapshot().primaryKey
        }
        if let key {
            state.withLock { refresh(key, found, $0) }
        }
        let settled = key ?? file.begin(found, asPrimary: false)
        if key == nil || file.isHeld(atOrAfter: position) {
            try await file.cut(at: position, keepingFor: settled)
        }
        file.update(settled) { rendition in
            rendition.total = position
            // One body held it all, so no joint is left to be proved.
            rendition.isUnproven = !isEndCertain
        }
    }

    private func settleRange(_ found: Rendition, upTo position: Int64, _ key: Int?)
        async throws(MediaError)
    {
        guard let key else { return }
        state.withLock { refresh(key, found, $0) }
        if plan.end == nil, plan.hole == position, found.total == nil {
            file.update(key) { $0.total = $0.total ?? position }
        }
        if let total = file.rendition(key)?.total, file.isHeld(atOrAfter: total) {
            try await file.cut(at: total, keepingFor: key)
        }
    }
}
