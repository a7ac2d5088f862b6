import ColumnModel

/// Where an episode stands among several devices: each half is decided by its later time.
///
/// Merging gives the same in whatever order and however often actions come: of two with one time the
/// larger value wins, so that all devices end alike.
struct DeviceState: Equatable {
    /// The place, in whole seconds.
    private(set) var position: Int64 = 0
    /// When the place was reached, in seconds since 1970.
    private(set) var positionAt: Int64 = 0
    /// Whether it was played.
    private(set) var isPlayed = false
    /// When that was said.
    private(set) var playedAt: Int64 = 0

    init() {}

    init(position: Int64, positionAt: Int64, isPlayed: Bool, playedAt: Int64) {
        self.position = position
        self.positionAt = positionAt
        self.isPlayed = isPlayed
        self.playedAt = playedAt
    }

    /// Takes a place, unless a later one is known.
    mutating func merge(position: Int64, at moment: Int64) {
        guard (moment, position) > (positionAt, self.position) else { return }
        self.position = position
        positionAt = moment
    }

    /// Takes that it was played or not, unless something later is known.
    mutating func merge(isPlayed: Bool, at moment: Int64) {
        guard moment > playedAt || (moment == playedAt && isPlayed) else { return }
        self.isPlayed = isPlayed
        playedAt = moment
    }

    /// Takes an action; downloads and deletions say nothing about where it was heard.
    mutating func merge(_ action: DeviceAction) {
        let moment = action.at.secondsSince1970
        switch action.kind {
        case .play(_, let position, _):
            if action.isDone {
                merge(isPlayed: true, at: moment)
            } else {
                merge(position: max(0, position), at: moment)
            }
        case .new:
            merge(isPlayed: false, at: moment)
            merge(position: 0, at: moment)
        case .download, .delete: break
        }
    }
}
