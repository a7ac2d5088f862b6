public import ColumnModel
import ColumnStore

extension LibraryService {
    /// The paragraph of an article at which reading goes on, from 0; nil where none was kept.
    public func readPlace(of id: EpisodeID) async throws(LibraryError) -> Int? {
        try await ask { (store) throws(StoreError) in try await store.readPlace(of: id) }
    }

    /// Keeps the paragraph at which reading goes on, from 0.
    public func setReadPlace(_ place: Int, of id: EpisodeID) async throws(LibraryError) {
        try await ask { (store) throws(StoreError) in
            try await store.setReadPlace(place, of: id)
        }
    }

    /// Marks articles as read or not; marked so already, nothing changes.
    public func mark(_ ids: [EpisodeID], read isRead: Bool, cause: String = "mark")
        async throws(LibraryError)
    {
        try await ask { (store) throws(StoreError) in
            try await store.mark(ids, read: isRead, cause: cause)
        }
    }
}
