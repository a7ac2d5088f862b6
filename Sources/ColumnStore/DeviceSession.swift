import ColumnModel
import SQLiteKit

/// One transaction in which the library compares itself with other devices.
///
/// An episode's state as last compared stands in `device_states`. Where the library differs from it,
/// something was done here since: that becomes an action for the outbox. What others did is merged
/// into the state, and from there into the library. So a killed run loses nothing: what was not
/// compared yet still differs.
struct DeviceSession {
    let connection: Connection
    let moment: Int64
    let keepsLastActionOnly: Bool
    /// Columns of which nothing is told.
    let excluded: Set<Int64>

    /// Puts what was done here since the last comparison into the outbox; answers how much.
    func collect() throws(SQLiteError) -> Int {
        let touched = try connection.rows(
            """
            SELECT episode_id FROM positions UNION SELECT episode_id FROM device_states
            UNION SELECT id FROM episodes WHERE played IS NOT NULL
            """
        ) { $0.value(0, default: Int64(0)) }
        var count = 0
        for id in touched {
            guard let episode = try DeviceEpisode.read(id, connection) else { continue }
            count += try compare(episode).count
        }
        return try count + collectFiles()
    }

    /// Merges what was done on other devices; what waits for its episode is looked at again.
    func apply(_ actions: [DeviceAction]) throws(SQLiteError) -> DeviceActionOutcome {
        var outcome = DeviceActionOutcome()
        let matcher = try DeviceMatcher(connection)
        var byEpisode: [Int64: [DeviceAction]] = [:]
        for action in actions {
            switch action.kind {
            case .download, .delete: continue
            case .play, .new: break
            }
            if let id = try matcher.episode(of: action) {
                byEpisode[id, default: []].append(action)
            } else {
                try keep(action)
            }
        }
        for waiting in try inbox() {
            guard let id = try matcher.episode(of: waiting.action) else {
                if !matcher.isRemoved(waiting.action) { outcome.waiting += 1 }
                continue
            }
            byEpisode[id, default: []].append(waiting.action)
            try connection.run(
                "DELETE FROM device_inbox WHERE podcast = ? AND episode = ? AND action = ?",
                waiting.action.podcast, waiting.action.episode, waiting.name)
        }
        let journal = try Journal(
            connection, at: Timestamp(secondsSince1970: moment), by: .device)
        for (id, actions) in byEpisode.sorted(by: { $0.key < $1.key }) {
            guard let episode = try DeviceEpisode.read(id, connection),
                !excluded.contains(episode.column)
            else { continue }
            let before = try compare(episode).state
            var after = before
            for action in actions { after.merge(action) }
            guard after != before else { continue }
            try save(after, of: id)
            if try write(after, over: episode, because: actions, journal) { outcome.changed += 1 }
        }
        return outcome
    }

    /// Sends actions of others again, with times that can be.
    func resend(_ actions: [DeviceAction]) throws(SQLiteError) {
        for action in actions { try send(action) }
    }

    /// Puts every state into the outbox again, for a server that has lost them.
    func collectAll() throws(SQLiteError) {
        let states = try connection.rows("SELECT episode_id FROM device_states") {
            $0.value(0, default: Int64(0))
        }
        for id in states {
            guard let episode = try DeviceEpisode.read(id, connection),
                !excluded.contains(episode.column)
            else { continue }
            for action in episode.actionsOfState(keepsLastActionOnly) { try send(action) }
        }
    }
}

extension DeviceSession {
    /// Notes what was done here to an episode since it was last compared.
    private func compare(_ episode: DeviceEpisode) throws(SQLiteError) -> (
        state: DeviceState, count: Int
    ) {
        guard !excluded.contains(episode.column), episode.isSubscribed else {
            return (episode.state, 0)
        }
        let unplayedAt =
            episode.state.isPlayed && episode.playedAt == nil
            ? try connection.firstRow(
                """
                SELECT max(at) FROM journal
                WHERE object = 'episode' AND object_id = ? AND change = 'unplayed'
                """, episode.id
            ) { $0.value(0, as: Int64.self) } ?? nil : nil
        let (state, actions) = episode.changes(
            now: moment, unplayedAt: unplayedAt, keepsLastActionOnly)
        guard state != episode.state else { return (state, 0) }
        for action in actions { try send(action) }
        try save(state, of: episode.id)
        return (state, actions.count)
    }

    /// Downloads and deletions since the last look, from the journal.
    private func collectFiles() throws(SQLiteError) -> Int {
        let last = try connection.firstRow("SELECT coalesce(max(id), 0) FROM journal") {
            $0.value(0, default: Int64(0))
        }
        defer {
            _ = try? connection.run("UPDATE device_account SET journal_seen = ?", last)
        }
        guard !keepsLastActionOnly else { return 0 }
        let rows = try connection.rows(
            """
            SELECT object_id, change = 'downloaded', at FROM journal
            WHERE id > (SELECT journal_seen FROM device_account) AND object = 'episode'
                AND change IN ('downloaded', 'trashed', 'removed audio') ORDER BY id
            """
        ) { row in
            (row.value(0, default: Int64(0)), row.value(1, default: false), row.timestamp(2))
        }
        var count = 0
        for (id, isDownload, at) in rows {
            guard let episode = try DeviceEpisode.read(id, connection),
                !excluded.contains(episode.column), episode.isSubscribed,
                let action = episode.action(
                    isDownload ? .download : .delete, at: at?.secondsSince1970 ?? moment)
            else { continue }
            try send(action)
            count += 1
        }
        return count
    }

    private func send(_ action: DeviceAction) throws(SQLiteError) {
        var (started, position, total): (Int64?, Int64?, Int64?) = (nil, nil, nil)
        if case .play(let from, let to, let length) = action.kind {
            (started, position, total) = (from, to, length)
        }
        try connection.run(
            """
            INSERT INTO device_outbox (podcast, episode, guid, action, at, started, position, total)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """, action.podcast, action.episode, action.guid, action.name,
            action.at.secondsSince1970, started, position, total)
    }

    private func save(_ state: DeviceState, of id: Int64) throws(SQLiteError) {
        try connection.run(
            """
            INSERT INTO device_states (episode_id, position, position_at, is_played, played_at)
            VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (episode_id) DO UPDATE SET
                position = ?2, position_at = ?3, is_played = ?4, played_at = ?5
            """, id, state.position, state.positionAt, state.isPlayed, state.playedAt)
    }

    /// Brings an episode to a state; answers whether that changed it.
    private func write(
        _ state: DeviceState, over episode: DeviceEpisode, because actions: [DeviceAction],
        _ journal: Journal
    ) throws(SQLiteError) -> Bool {
        let newest = actions.max { $0.at < $1.at }
        let cause = newest?.device.map { "on \($0)" } ?? "on another device"
        var isChanged = false
        if state.isPlayed != (episode.playedAt != nil) {
            let before = PlayedMark(played: episode.playedAt, isNew: episode.isNew)
            try connection.run(
                "UPDATE episodes SET played = ?, is_new = is_new AND NOT ? WHERE id = ?",
                state.isPlayed ? state.playedAt : nil, state.isPlayed, episode.id)
            try journal.write(
                .episode, episode.id, state.isPlayed ? "played" : "unplayed", cause: cause,
                before: before.text)
            isChanged = true
        }
        if state.position != episode.position {
            if state.position == 0 {
                try connection.run("DELETE FROM positions WHERE episode_id = ?", episode.id)
            } else {
                try connection.run(
                    """
                    INSERT INTO positions (episode_id, position, updated) VALUES (?1, ?2, ?3)
                    ON CONFLICT (episode_id) DO UPDATE SET position = ?2, updated = ?3
                    """, episode.id, state.position * 1_000, state.positionAt)
            }
            let before = PositionMark(
                milliseconds: episode.milliseconds, updated: episode.positionAt)
            let after = PositionMark(
                milliseconds: state.position == 0 ? nil : state.position * 1_000,
                updated: state.positionAt)
            try journal.write(
                .episode, episode.id, "position", cause: cause, before: before.text,
                after: after.text)
            isChanged = true
        }
        return isChanged
    }
}

// MARK: - What waits for its episode

extension DeviceSession {
    private func keep(_ action: DeviceAction) throws(SQLiteError) {
        var (position, total): (Int64?, Int64?) = (nil, nil)
        if case .play(_, let to, let length) = action.kind { (position, total) = (to, length) }
        try connection.run(
            """
            INSERT INTO device_inbox (podcast, episode, action, guid, at, position, total, device)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT DO UPDATE SET guid = ?4, at = ?5, position = ?6, total = ?7, device = ?8
                WHERE (?5, coalesce(?6, 0)) > (at, coalesce(position, 0))
            """, action.podcast, action.episode, action.isDone ? "done" : action.name, action.guid,
            action.at.secondsSince1970, position, total, action.device)
    }

    private func inbox() throws(SQLiteError) -> [(action: DeviceAction, name: String)] {
        try connection.rows(
            "SELECT podcast, episode, action, guid, at, position, total, device FROM device_inbox"
        ) { row in
            let name = row.value(2, default: "")
            let kind: DeviceAction.Kind =
                name == "new"
                ? .new
                : .play(started: nil, position: row.value(5, default: 0), total: row.value(6))
            let action = DeviceAction(
                podcast: row.value(0, default: ""), episode: row.value(1, default: ""),
                guid: row.value(3), kind: kind,
                at: row.timestamp(4) ?? Timestamp(secondsSince1970: 0), device: row.value(7))
            return (action, name)
        }
    }
}
