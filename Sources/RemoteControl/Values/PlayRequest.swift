public import ColumnModel

/// A list to play from an index on: the one entry that starts playing.
public struct PlayRequest: Sendable, Hashable {
    /// One thing of the list.
    public enum Item: Sendable, Hashable {
        /// An episode of the library.
        case episode(EpisodeID)
        /// A file by its absolute path, or an address.
        case location(String)
    }

    /// What plays, in this order.
    public var items: [Item]
    /// With which it begins.
    public var index: Int
    /// The column that the list was taken from; nil for a mixed one.
    public var column: ColumnID?
    /// Where in the first one; nil: where it was left.
    public var start: Duration?

    /// Makes a request; an empty list means: go on with what was playing last.
    public init(
        items: [Item] = [], index: Int = 0, column: ColumnID? = nil, start: Duration? = nil
    ) {
        self.items = items
        self.index = index
        self.column = column
        self.start = start
    }
}
