import ColumnModel
import ColumnStore
import HTTPKit

extension RangeFetch {
    /// A hole begins: decides who owns what fills it.
    func chooseTarget(_ state: inout State) -> HTTPReceiverAnswer {
        guard let found = state.found else { return .stop }
        let (primary, union, primaryKey) = file.snapshot()
        guard let primary, let primaryKey, !union.isEmpty else {
            state.target = file.begin(found, asPrimary: true)
            emit(.announce(isWaiting: false))
            return .proceed
        }
        if state.relation == .same {
            refresh(primaryKey, found, state)
            state.target = primaryKey
            if let owner = state.comparedOwner, owner != primaryKey,
                state.compared.proves(FetchPlan.overlap)
            {
                file.join(owner, into: primaryKey, isUnproven: false)
            }
            return .proceed
        }
        if state.isWhole {
            // What was compared belongs to both; all else of the old version goes.
            let key = file.begin(found, asPrimary: false)
            state.target = key
            emit(.cut(at: state.position, keepingFor: key))
            return .pause
        }
        return joinRange(found, primary, &state)
    }

    /// The body is not what is on disk.
    func differs(from owner: Int, _ state: inout State) -> HTTPReceiverAnswer {
        guard let found = state.found else { return .stop }
        if state.isWhole {
            let key = state.target ?? file.begin(found, asPrimary: false)
            state.target = key
            emit(.cut(at: state.position, keepingFor: key))
            return .pause
        }
        guard let target = state.target, target != owner else {
            state.outcome = .differs
            return .stop
        }
        state.neighbor = nil
        emit(.drop(owner))
        return .pause
    }

    /// A range without a strong validator joins what it overlapped, or stands alone.
    private func joinRange(_ found: Rendition, _ primary: Rendition, _ state: inout State)
        -> HTTPReceiverAnswer
    {
        guard let owner = state.comparedOwner, let ours = file.rendition(owner) else {
            guard state.position == 0 || plan.start == plan.hole else {
                // It should have overlapped and did not.
                state.outcome = .refused(.unusableRange, status: state.status)
                return .stop
            }
            state.target = file.begin(found, asPrimary: false)
            emit(.announce(isWaiting: false))
            return .proceed
        }
        guard isJointProven(to: ours, state) else {
            state.outcome = .refused(.unusableRange, status: state.status)
            return .stop
        }
        let isProven = ours.hasEvidence(for: found, announcedLength: announcedLength)
        refresh(owner, found, state)
        state.target = owner
        guard !isProven, !ours.isUnproven else { return .proceed }
        file.update(owner) { $0.isUnproven = true }
        // Before more is appended the library must know that the joint is not proved.
        emit(.announce(isWaiting: true))
        return .pause
    }

    /// Whether what was compared makes it impossible that another version is joined on: much of it, and
    /// no mere silence; or every byte that is held of the old version.
    private func isJointProven(to ours: Rendition, _ state: borrowing State) -> Bool {
        if state.compared.proves(FetchPlan.overlap * 3 / 4) { return true }
        guard let start = state.comparedStart else { return false }
        return ours.ranges.ranges == [start..<state.position]
    }

    /// Takes over what a response says newly of a version that is already known.
    func refresh(_ key: Int, _ found: Rendition, _ state: borrowing State) {
        let isWhole = state.isWhole
        file.update(key) { known in
            known.effectiveURL = found.effectiveURL
            known.total = found.total ?? known.total
            known.digest = found.digest ?? known.digest
            known.contentType = known.contentType ?? found.contentType
            if isWhole {
                known.etag = found.etag
                known.lastModified = found.lastModified
            }
            known.serverDate = known.serverDate ?? found.serverDate
        }
    }
}
