public import ColumnModel
import ColumnStore

extension LibraryService {
    /// Subscribes to a feed without fetching it; answers the column that is there already.
    public func subscribe(to url: String, title: String? = nil)
        async throws(LibraryError) -> (id: ColumnID, isNew: Bool)
    {
        try await ask { (store) throws(StoreError) in
            try await store.addColumn(url: url, title: title)
        }
    }

    /// Subscribes to several feeds in one step without fetching them; the columns in their order.
    public func subscribe(to feeds: [(url: String, title: String?)])
        async throws(LibraryError) -> [(id: ColumnID, isNew: Bool)]
    {
        try await ask { (store) throws(StoreError) in try await store.addColumns(feeds) }
    }

    /// Unsubscribes; what is downloaded or liked stays.
    public func remove(_ id: ColumnID) async throws(LibraryError) {
        try await ask { (store) throws(StoreError) in try await store.removeColumn(id) }
    }

    /// Deletes a column with all its episodes; answers the media files that are now nobody's.
    public func purge(_ id: ColumnID) async throws(LibraryError) -> [String] {
        try await ask { (store) throws(StoreError) in try await store.purgeColumn(id) }
    }

    /// Marks episodes as played or not, at the user's wish.
    public func mark(_ ids: [EpisodeID], played: Bool) async throws(LibraryError) {
        try await ask { (store) throws(StoreError) in
            try await store.mark(ids, played: played, by: .user, cause: "mark")
        }
    }

    /// Likes episodes, or no longer.
    public func like(_ ids: [EpisodeID], _ isLiked: Bool) async throws(LibraryError) {
        try await ask { (store) throws(StoreError) in try await store.like(ids, isLiked) }
    }

    /// Sets or, with nil, unsets a column's own setting.
    public func set(_ key: ConfigurationKey, to text: String?, for column: ColumnID)
        async throws
    {
        guard key.isPerColumn else { throw ConfigurationError.notPerColumn(key) }
        if let text, ConfigurationValue(text, as: key.kind) == nil {
            throw ConfigurationError.badValue(key: key, value: text)
        }
        try await ask { (store) throws(StoreError) in
            try await store.set(key.name, to: text, for: column)
        }
    }

    /// The queue in its order.
    public func queue() async throws(LibraryError) -> [QueuedEpisode] {
        let entries = try await ask { (store) throws(StoreError) in try await store.queue() }
        let found = try await ask { (store) throws(StoreError) in
            try await store.episodes(EpisodeQuery(.ids(entries.map(\.episode))))
        }
        let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        return entries.compactMap { entry in
            byID[entry.episode].map { QueuedEpisode(entry: entry.id, episode: $0) }
        }
    }

    /// Puts episodes at the end of the queue, or at its front.
    public func enqueue(_ ids: [EpisodeID], atFront: Bool) async throws(LibraryError) {
        try await ask { (store) throws(StoreError) in
            try await store.enqueue(ids, atFront: atFront)
        }
    }

    /// Takes places out of the queue; answers how many were there.
    public func dequeue(_ entries: [Int64]) async throws(LibraryError) -> Int {
        try await ask { (store) throws(StoreError) in try await store.dequeue(entries) }
    }

    /// Takes places out of the queue because they are played now; `undo` does not bring them back.
    func dequeuePlayed(_ entries: [Int64]) async throws(LibraryError) -> Int {
        try await ask { (store) throws(StoreError) in
            try await store.dequeue(entries, by: .player)
        }
    }

    /// Moves a place to an index, from 0.
    public func moveInQueue(_ entry: Int64, to index: Int) async throws(LibraryError) {
        try await ask { (store) throws(StoreError) in
            try await store.moveInQueue(entry, to: index)
        }
    }

    /// Empties the queue.
    public func clearQueue() async throws(LibraryError) {
        try await ask { (store) throws(StoreError) in try await store.clearQueue() }
    }

    /// Takes back the last change; nil when there is none left.
    public func undo() async throws(LibraryError) -> TakenBackChange? {
        try await ask { (store) throws(StoreError) in try await store.undoLastChange() }
            .map(TakenBackChange.init)
    }

    /// Whether there is any episode, also of a removed column.
    public func holdsEpisodes() async throws(LibraryError) -> Bool {
        try await ask { (store) throws(StoreError) in try await store.holdsEpisodes() }
    }

    /// Every fault of the database file; empty when it is sound.
    public func integrityFaults() async throws(LibraryError) -> [String] {
        try await ask { (store) throws(StoreError) in try await store.integrityFaults() }
    }
}
