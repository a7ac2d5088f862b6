import Localization

/// A list that fills the screen.
enum ScreenKind: String, CaseIterable, Sendable, Hashable {
    case columns, episodes, new, queue, downloads, liked, history, bookmarks, search

    /// What its tab says.
    var title: Message {
        switch self {
        case .columns: "Columns"
        case .episodes: "Episodes"
        case .new: "New"
        case .queue: "Queue"
        case .downloads: "Downloads"
        case .liked: "Liked"
        case .history: "History"
        case .bookmarks: "Bookmarks"
        case .search: "Search"
        }
    }

    /// What an empty one says.
    var emptyWords: Message {
        switch self {
        case .columns: "No column yet. Press a to subscribe to one, or : for import FILE."
        case .episodes: "No episodes. R fetches them."
        case .new: "Nothing new. R looks for it."
        case .queue: "The queue is empty. e puts an episode into it."
        case .downloads: "Nothing is downloaded. d does that."
        case .liked: "Nothing is liked. L does that."
        case .history: "Nothing was played yet. p plays."
        case .bookmarks: "No bookmarks. b makes one where you hear."
        case .search: "Press / and type what to look for."
        }
    }
}
