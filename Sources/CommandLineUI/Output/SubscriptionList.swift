import ColumnModel
import ColumnServices
import FeedParsing

/// Lists of subscriptions (OPML) for other programs.
enum SubscriptionList {
    /// The columns as an OPML 2.0 document; each tag is a folder, or several within each other.
    static func document(_ columns: [Column], tags: [ColumnID: ColumnTags]) -> String {
        OPML.document(
            title: "column",
            columns.flatMap { column in
                let paths = tags[column.id]?.paths ?? []
                return (paths.isEmpty ? [[]] : paths).map { path in
                    ParsedSubscription(
                        feedURL: AddressText.withoutLogin(column.url), title: column.title,
                        pageURL: column.link.map(AddressText.withoutLogin), folders: path)
                }
            })
    }
}
