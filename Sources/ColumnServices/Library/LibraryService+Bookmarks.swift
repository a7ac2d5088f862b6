public import ColumnModel
import ColumnStore

extension LibraryService {
    /// All bookmarks in the order of their making.
    public func bookmarks() async throws(LibraryError) -> [Bookmark] {
        try await ask { (store) throws(StoreError) in try await store.bookmarks() }
    }

    /// Keeps a place in an episode; answers its number.
    public func addBookmark(at position: Duration, in episode: EpisodeID, note: String?)
        async throws(LibraryError) -> Int64
    {
        try await ask { (store) throws(StoreError) in
            try await store.addBookmark(at: position, in: episode, note: note)
        }
    }

    /// Takes a bookmark away; false where it is not there.
    public func removeBookmark(_ id: Int64) async throws(LibraryError) -> Bool {
        try await ask { (store) throws(StoreError) in try await store.removeBookmark(id) }
    }
}
