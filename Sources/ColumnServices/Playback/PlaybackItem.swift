public import ColumnModel

/// What plays: an episode, or a file that the library does not know.
public struct PlaybackItem: Sendable, Equatable, Identifiable {
    /// What is behind it.
    public enum Content: Sendable, Equatable {
        /// An episode of the library.
        case episode(Episode)
        /// A file by its path.
        case file(String)
    }

    /// Tells it from the others of its list, also from the same episode in another place.
    public let id: Int
    /// What is behind it.
    public internal(set) var content: Content

    /// Makes an item.
    public init(id: Int, _ content: Content) {
        self.id = id
        self.content = content
    }

    /// The title, or the file's name.
    public var title: String {
        switch content {
        case .episode(let episode): episode.title
        case .file(let path): String(path.split(separator: "/").last ?? "")
        }
    }

    /// The episode; nil for a file.
    public var episode: Episode? {
        if case .episode(let episode) = content { episode } else { nil }
    }
}
