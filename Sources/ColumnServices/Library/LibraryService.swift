import ArticleText
public import ColumnModel
import ColumnStore

/// The library as views see it: lists, single things, marks, queue, history.
public struct LibraryService: Sendable {
    /// The store, for the other services.
    let store: Store

    /// Opens the library; makes a missing one with its folder.
    public init(places: Places) throws {
        try PrivateFile.makeDirectory(FilePath.folder(of: places.libraryFile))
        do throws(StoreError) {
            store = try Store(
                path: places.libraryFile,
                backupPath: {
                    // A folder that cannot be made lets the copy fail, and the library stays.
                    try? PrivateFile.makeDirectory(AutomaticBackup.folder(of: places))
                    return AutomaticBackup.path(in: places, at: Timestamp.current(), .migration)
                })
        } catch {
            throw LibraryError(error)
        }
    }

    /// All columns to which the user is subscribed.
    public func columns() async throws(LibraryError) -> [Column] {
        try await ask { (store) throws(StoreError) in try await store.columns() }
    }

    /// One column, also a removed one; nil where there is none.
    public func column(_ id: ColumnID) async throws(LibraryError) -> Column? {
        try await ask { (store) throws(StoreError) in try await store.column(id) }
    }

    /// Episodes of a list.
    public func episodes(_ request: EpisodeRequest) async throws(LibraryError) -> [Episode] {
        let query = request.query
        return try await ask { (store) throws(StoreError) in try await store.episodes(query) }
    }

    /// Certain episodes, in the order of their numbers here.
    public func episodes(_ ids: [EpisodeID]) async throws(LibraryError) -> [Episode] {
        let found = try await ask { (store) throws(StoreError) in
            try await store.episodes(EpisodeQuery(.ids(ids)))
        }
        let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        return ids.compactMap { byID[$0] }
    }

    /// One episode; nil where there is none.
    public func episode(_ id: EpisodeID) async throws(LibraryError) -> Episode? {
        try await ask { (store) throws(StoreError) in try await store.episode(id) }
    }

    /// The text of an episode; nil where the feed gave none.
    public func article(of id: EpisodeID) async throws(LibraryError) -> Article? {
        try await ask { (store) throws(StoreError) in try await store.article(of: id) }
    }

    /// The chapters of an episode: those that its feed or file gives, else those that its text lists.
    public func chapters(of id: EpisodeID) async throws(LibraryError) -> [Chapter] {
        let given = try await ask { (store) throws(StoreError) in
            try await store.chapters(of: id)
        }
        guard given.isEmpty, let episode = try await episode(id) else { return given }
        let article =
            try await article(of: id) ?? episode.summary.map { Article(body: $0, format: .html) }
        return article.map { ArticleDocument($0).chapters(upTo: episode.duration) } ?? []
    }

    /// The recorded changes of an episode, oldest first.
    public func history(of id: EpisodeID) async throws(LibraryError) -> [HistoryEntry] {
        try await ask { (store) throws(StoreError) in
            try await store.journal(of: .episode, id.rawValue)
        }.map(HistoryEntry.init)
    }

    /// The recorded changes of a column, oldest first.
    public func history(of id: ColumnID) async throws(LibraryError) -> [HistoryEntry] {
        try await ask { (store) throws(StoreError) in
            try await store.journal(of: .column, id.rawValue)
        }.map(HistoryEntry.init)
    }

    /// The settings of one column, by key.
    public func settings(of column: ColumnID) async throws(LibraryError) -> [String: String] {
        try await ask { (store) throws(StoreError) in try await store.settings(of: column) }
    }

    /// Runs a closure with the store and gives its errors this layer's type.
    func ask<Value: Sendable>(
        _ body: @Sendable (Store) async throws(StoreError) -> Value
    ) async throws(LibraryError) -> Value {
        do throws(StoreError) {
            return try await body(store)
        } catch {
            throw LibraryError(error)
        }
    }
}
