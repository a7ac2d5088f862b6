import ColumnModel
import FeedParsing

/// Lists of subscriptions (OPML), read and written.
enum SubscriptionList {
    /// What a list names; nil for what is no such list.
    static func read(_ bytes: [UInt8]) -> SubscriptionListing? {
        try? OPML.list(in: bytes)
    }

    /// The columns as an OPML 2.0 document.
    static func document(_ columns: [Column]) -> String {
        OPML.document(
            title: "column",
            columns.map {
                ParsedSubscription(
                    feedURL: AddressText.withoutLogin($0.url), title: $0.title,
                    pageURL: $0.link.map(AddressText.withoutLogin), folders: [])
            })
    }
}
