import ColumnStore

/// What tells which part of the library changed, without reading it.
public struct LibraryMark: Sendable, Equatable {
    /// Changes with episodes and columns that came or went, marks, likes, bookmarks.
    public let lists: Int64
    /// Changes with syncs.
    public let columns: Int64
    /// Changes with the order of the queue.
    public let queue: Int64
    /// Changes with places in episodes.
    public let places: Int64
    /// Changes with the states of files.
    public let files: Int64

    init(_ mark: StoreMark) {
        lists = mark.journal &+ mark.episodes
        columns = mark.syncs
        queue = mark.queue
        places = mark.places
        files = mark.files
    }
}
