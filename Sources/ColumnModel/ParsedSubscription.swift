/// A feed that a list of subscriptions names.
public struct ParsedSubscription: Sendable, Hashable {
    /// The feed's address (http or https).
    public var feedURL: String
    /// The title that the list gives it.
    public var title: String?
    /// The web page that belongs to it.
    public var pageURL: String?
    /// The folders in which it lies, the outermost first.
    public var folders: [String]
    /// The other places where the list names it again, each with its folders.
    public var otherFolders: [[String]] = []

    /// Makes a subscription.
    public init(
        feedURL: String, title: String? = nil, pageURL: String? = nil, folders: [String] = []
    ) {
        self.feedURL = feedURL
        self.title = title
        self.pageURL = pageURL
        self.folders = folders
    }
}
