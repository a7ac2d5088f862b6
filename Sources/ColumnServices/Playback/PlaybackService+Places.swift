import AudioKit
public import ColumnModel
import ColumnStore
import EpisodePlayer
import PlaybackRules

extension PlaybackService {
    /// The key under which the store remembers what was playing.
    private static let playingKey = "playing"

    /// Keeps the place of what plays; a fault of the library must not stop the sound.
    func keepPlace(at place: Duration? = nil) async {
        guard isHearable, let session, let id = session.item.episode?.id, session.hasBegun,
            place != nil || !(session.hasEnded || session.isLoading)
        else { return }
        let position = place ?? engine.position
        self.session?.measure(to: engine.position, engine.snapshot)
        if let span = self.session?.takeListened() { await library.record(span, of: id) }
        self.session?.savedAt = SleepMoment.current().uptime
        let fingerprint = engine.fingerprint(at: position)?.bytes
        _ = try? await library.ask { (store) throws(StoreError) in
            try await store.savePosition(position, of: id, fingerprint: fingerprint)
        }
    }

    func keepDuration(_ duration: Duration, of id: EpisodeID) async {
        _ = try? await library.ask { (store) throws(StoreError) in
            try await store.setMeasuredDuration(duration, of: id)
        }
    }

    func markPlayed(_ id: EpisodeID) async {
        guard isHearable else { return }
        _ = try? await library.ask { (store) throws(StoreError) in
            try await store.mark([id], played: true, by: .player, cause: "heard")
        }
    }

    func remember(_ item: PlaybackItem) async {
        let text = item.episode.map { "\($0.id.rawValue)" }
        _ = try? await library.ask { (store) throws(StoreError) in
            try await store.setState(Self.playingKey, to: text)
        }
    }

    /// What is needed to play an item: its newest state, its column, chapters and settings.
    func prepare(_ item: PlaybackItem) async -> PlaybackSession {
        var session = PlaybackSession(item: item, settings: configuration)
        guard let known = item.episode else { return session }
        guard let found = try? await library.episode(known.id) else { return session }
        session.item.content = .episode(found)
        session.column = try? await library.column(found.column)
        session.chapters = (try? await library.chapters(of: found.id)) ?? []
        if let settings = try? await library.settings(of: found.column) {
            session.settings = configuration.overridden(by: settings)
        }
        session.fingerprint = try? await library.ask { (store) throws(StoreError) in
            try await store.placeFingerprint(of: found.id)
        }
        session.pausedAt = try? await library.ask { (store) throws(StoreError) in
            try await store.positionTime(of: found.id)
        }
        return session
    }
}

extension LibraryService {
    /// The list in which an episode plays: the unplayed of its column, the oldest first.
    public func playlist(around episode: Episode) async throws(LibraryError)
        -> (list: [PlaybackItem.Content], index: Int)
    {
        var request = EpisodeRequest(.episodes, column: episode.column)
        request.order = .oldest
        let list = try await episodes(request).filter {
            $0.id == episode.id || (!$0.isPlayed && ($0.enclosure != nil || $0.audio.file != nil))
        }
        guard let index = list.firstIndex(where: { $0.id == episode.id }) else {
            return ([.episode(episode)], 0)
        }
        return (list.map { .episode($0) }, index)
    }

    /// Where a column is gone on with: the unfinished that was heard last, else its newest
    /// unplayed episode, else its newest.
    ///
    /// Of a serial, and of a column that is downloaded lesson by lesson (`download.window`), it is the
    /// first unplayed one.
    public func resumePoint(of column: ColumnID) async throws(LibraryError) -> Episode? {
        let history = try await episodes(EpisodeRequest(.history, column: column))
        if let begun = history.first(where: { !$0.isPlayed && $0.position > .zero }) {
            return begun
        }
        var request = EpisodeRequest(.episodes, column: column)
        request.order = try await isHeardInOrder(column) ? .oldest : .newest
        let audible = try await episodes(request).filter {
            $0.enclosure != nil || $0.audio.file != nil
        }
        return audible.first { !$0.isPlayed } ?? audible.first
    }

    private func isHeardInOrder(_ id: ColumnID) async throws(LibraryError) -> Bool {
        try await ask { (store) throws(StoreError) in
            if try await store.column(id)?.isSerial == true { return true }
            let window = try await store.settings(named: Setting<Int>.downloadWindow.key.name)[id]
            return window.map { $0 != "0" } ?? false
        }
    }

    /// What to go on with when nothing is named: what was playing, else the queue's head, else the
    /// unfinished that was heard last.
    public func resumePoint() async throws(LibraryError) -> Episode? {
        if let last = try await lastPlaying(), !last.isPlayed { return last }
        if let queued = try await queue().first {
            _ = try await dequeuePlayed([queued.entry])
            return queued.episode
        }
        return try await episodes(EpisodeRequest(.history)).first { !$0.isPlayed }
    }

    /// What was playing last; nil where nothing was, or it is gone.
    public func lastPlaying() async throws(LibraryError) -> Episode? {
        let text = try await ask { (store) throws(StoreError) in try await store.state("playing") }
        guard let number = text.flatMap({ Int64($0) }) else { return nil }
        return try await episode(EpisodeID(rawValue: number))
    }
}
