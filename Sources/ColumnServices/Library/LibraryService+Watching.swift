public import ColumnModel
import ColumnStore

extension LibraryService {
    /// The numbers of a list's episodes in its order.
    public func episodeIDs(_ request: EpisodeRequest) async throws(LibraryError) -> [EpisodeID] {
        let query = request.query
        return try await ask { (store) throws(StoreError) in try await store.episodeIDs(query) }
    }

    /// Counts the commits of other processes and of other services in this one.
    public func dataVersion() async throws(LibraryError) -> Int64 {
        try await ask { (store) throws(StoreError) in try await store.dataVersion() }
    }

    /// The library's state in a few numbers, to see which part of it changed.
    public func mark() async throws(LibraryError) -> LibraryMark {
        LibraryMark(try await ask { (store) throws(StoreError) in try await store.mark() })
    }
}
