import ColumnModel
import SQLiteKit

/// An episode as it stands here, and as it stood when it was last compared with other devices.
struct DeviceEpisode {
    let id: Int64
    let column: Int64
    let podcast: String
    let address: String?
    let guid: String?
    /// Milliseconds; nil where it has no place.
    let milliseconds: Int64?
    let positionAt: Int64?
    let playedAt: Int64?
    let isNew: Bool
    /// Seconds.
    let total: Int64?
    let isSubscribed: Bool
    let state: DeviceState

    /// The place in whole seconds, as servers have it.
    var position: Int64 { (milliseconds ?? 0) / 1_000 }

    static func read(_ id: Int64, _ connection: Connection) throws(SQLiteError) -> DeviceEpisode? {
        try connection.firstRow(
            """
            SELECT e.column_id, coalesce(
                    (SELECT url FROM device_subscriptions s WHERE s.column_id = e.column_id), c.url),
                coalesce((SELECT url FROM enclosures WHERE episode_id = e.id AND ordinal = 0), e.link),
                e.guid, p.position, p.updated, e.played, e.is_new,
                coalesce(e.measured_duration, e.duration), c.removed IS NULL,
                d.position, d.position_at, d.is_played, d.played_at
            FROM episodes e JOIN columns c ON c.id = e.column_id
            LEFT JOIN positions p ON p.episode_id = e.id
            LEFT JOIN device_states d ON d.episode_id = e.id WHERE e.id = ?
            """, id
        ) { row in
            DeviceEpisode(
                id: id, column: row.value(0, default: 0), podcast: row.value(1, default: ""),
                address: row.value(2), guid: row.value(3), milliseconds: row.value(4),
                positionAt: row.value(5), playedAt: row.value(6),
                isNew: row.value(7, default: false),
                total: row.value(8, as: Int64.self).map { $0 / 1_000 },
                isSubscribed: row.value(9, default: false),
                state: DeviceState(
                    position: row.value(10, default: 0), positionAt: row.value(11, default: 0),
                    isPlayed: row.value(12, default: false), playedAt: row.value(13, default: 0)))
        }
    }

    /// An action on this episode; nil where it has no address by which others know it.
    func action(_ kind: DeviceAction.Kind, at moment: Int64) -> DeviceAction? {
        guard let address else { return nil }
        return DeviceAction(
            podcast: podcast, episode: address, guid: guid, kind: kind,
            at: Timestamp(secondsSince1970: moment))
    }

    /// What was done here since the last comparison, and the state with it.
    ///
    /// A change that follows another one gets a later time than that one, also where the clock here
    /// is behind: it was made in knowledge of it.
    func changes(
        now: Int64, unplayedAt: Int64?, _ keepsLastActionOnly: Bool
    ) -> (DeviceState, [DeviceAction]) {
        var state = state
        var actions: [DeviceAction?] = []
        func moment(_ known: Int64?, after last: Int64) -> Int64 {
            max(min(known ?? now, now), last + 1)
        }
        if playedAt == nil, state.isPlayed {
            let at = moment(unplayedAt, after: state.playedAt)
            state.merge(isPlayed: false, at: at)
            if keepsLastActionOnly {
                // A place sent after it would hide it.
                state = DeviceState(
                    position: position, positionAt: max(at, state.positionAt), isPlayed: false,
                    playedAt: at)
            } else {
                state.merge(position: 0, at: at)
            }
            actions.append(action(.new, at: at))
        }
        if position != state.position {
            let at = moment(positionAt, after: state.positionAt)
            actions.append(action(play(from: state.position), at: at))
            state.merge(position: position, at: at)
        }
        if let playedAt, !state.isPlayed {
            let at = moment(playedAt, after: state.playedAt)
            state.merge(isPlayed: true, at: at)
            actions.append(action(done, at: at))
        }
        return (state, actions.compactMap { $0 })
    }

    /// The actions that say the whole state, for a server that knows nothing.
    func actionsOfState(_ keepsLastActionOnly: Bool) -> [DeviceAction] {
        var actions: [DeviceAction?] = []
        if !state.isPlayed, state.playedAt > 0 { actions.append(action(.new, at: state.playedAt)) }
        if state.positionAt > 0, !(keepsLastActionOnly && state.isPlayed) {
            actions.append(
                action(
                    .play(started: 0, position: state.position, total: shownTotal(state.position)),
                    at: state.positionAt))
        }
        if state.isPlayed { actions.append(action(done, at: state.playedAt)) }
        return actions.compactMap { $0 }
    }

    private func play(from start: Int64) -> DeviceAction.Kind {
        .play(started: min(start, position), position: position, total: shownTotal(position))
    }

    /// The length where it lies behind the place; a place at the end would say that it was played.
    private func shownTotal(_ position: Int64) -> Int64? {
        total.map { max($0, position + 1) }
    }

    private var done: DeviceAction.Kind {
        let end = max(total ?? position, 1)
        return .play(started: 0, position: end, total: end)
    }
}
