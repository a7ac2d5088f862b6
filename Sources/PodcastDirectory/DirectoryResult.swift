/// A podcast that a directory knows; all texts are as the directory gives them, and not to be trusted.
public struct DirectoryResult: Sendable, Equatable {
    /// Its title.
    public let title: String
    /// Who makes it.
    public let author: String?
    /// Where its feed is.
    public let feedURL: String
    /// Its page.
    public let pageURL: String?
    /// How many episodes the directory counts.
    public let episodeCount: Int?
    /// Which directories know it.
    public internal(set) var sources: [DirectoryKind]
}

/// A directory.
public enum DirectoryKind: String, Sendable, CaseIterable {
    /// Apple's, by the iTunes Search API.
    case itunes
    /// podcastindex.org
    case podcastIndex = "podcast-index"
}
