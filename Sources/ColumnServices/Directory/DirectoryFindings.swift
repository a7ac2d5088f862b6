public import ColumnModel

/// What directories found; all texts are as they give them, and not to be trusted.
public struct DirectoryFindings: Sendable, Equatable {
    /// The podcasts, each feed once.
    public var podcasts: [FoundPodcast] = []
    /// The directories that could not be asked.
    public var failures: [FailedDirectory] = []
    /// Whether there was any directory to ask.
    public var isAsked = true
}

/// A podcast that a directory knows.
public struct FoundPodcast: Sendable, Equatable {
    /// Its number, until the next search.
    public let number: Int
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
    public let sources: [String]
}

/// A directory that could not be asked.
public struct FailedDirectory: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// What went wrong; nil where what came was no answer of it.
    public let failure: Failure?
}
