public import ColumnModel

/// The next episodes of an ordered column, kept ahead of where the listener is (`download.window`).
public enum EpisodeWindow {
    /// The first so many episodes that are not played, in the column's order from the oldest on.
    ///
    /// One that is begun counts; ones before the last played that were passed over do not, since a
    /// listener of a course goes forward.
    public static func next(_ count: Int, of episodes: [Episode]) -> [EpisodeID] {
        ahead(of: episodes).lazy.filter { $0.enclosure != nil }.prefix(max(0, count)).map(\.id)
    }

    /// All episodes after the last played one, the oldest first.
    public static func ahead(of episodes: [Episode]) -> [Episode] {
        let ordered = episodes.sorted { left, right in
            let leftTime = left.published ?? left.firstSeen
            let rightTime = right.published ?? right.firstSeen
            return (leftTime, left.id) < (rightTime, right.id)
        }
        let start = ordered.lastIndex(where: \.isPlayed).map { $0 + 1 } ?? 0
        return Array(ordered[start...])
    }
}
