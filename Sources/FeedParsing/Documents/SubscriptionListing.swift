public import ColumnModel

/// What a list of subscriptions names, and what had to be left out of it.
public struct SubscriptionListing: Sendable {
    /// The subscriptions in the list's order, each address once.
    public let subscriptions: [ParsedSubscription]
    /// The entries whose address is no web address, as they stand there.
    public let skipped: [String]
    /// Whether the list ends before its end tag, so that entries may be missing.
    public let isCut: Bool
}
