/// Identifies a column in this library.
public struct ColumnID: RawRepresentable, Hashable, Sendable, Comparable {
    /// The row number in the store, which is also what `list` shows.
    public let rawValue: Int64

    /// Makes an identifier from a row number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Orders by row number, so by age in the library.
    public static func < (left: ColumnID, right: ColumnID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Identifies an episode in this library.
public struct EpisodeID: RawRepresentable, Hashable, Sendable, Comparable {
    /// The row number in the store, which is also what `list` shows.
    public let rawValue: Int64

    /// Makes an identifier from a row number.
    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// Orders by row number, so by first sight.
    public static func < (left: EpisodeID, right: EpisodeID) -> Bool {
        left.rawValue < right.rawValue
    }
}
