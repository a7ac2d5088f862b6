public import ColumnModel

/// What to look for in the library.
public struct EpisodeSearch: Sendable, Equatable {
    /// A word, or words in a row.
    public struct Term: Sendable, Equatable {
        /// The words.
        public var text: String
        /// Whether the last word may go on.
        public var isPrefix: Bool
        /// Whether it must not occur.
        public var isExcluded: Bool

        /// Makes a term.
        public init(_ text: String, isPrefix: Bool = false, isExcluded: Bool = false) {
            self.text = text
            self.isPrefix = isPrefix
            self.isExcluded = isExcluded
        }
    }

    /// What an episode may have.
    public enum Feature: String, Sendable, CaseIterable {
        /// A transcript, here or named by the feed.
        case transcript
        /// Audio.
        case audio
        /// Chapters that its feed or file gives.
        case chapters
        /// Notes or an article.
        case notes
    }

    /// What an episode may be.
    public enum Status: String, Sendable, CaseIterable {
        /// Liked by the user.
        case liked
        /// Heard to its end, or marked so.
        case played
        /// Not that.
        case unplayed
        /// Whole on disk.
        case downloaded
        /// New by first sight.
        case new
        /// In the queue.
        case queued
        /// Its article was read.
        case read
        /// Its article was not read.
        case unread
    }

    /// A condition besides the words.
    public enum Condition: Sendable, Equatable {
        /// It has something.
        case has(Feature)
        /// It is something.
        case isIn(Status)
        /// It is of one of these columns.
        case columns([ColumnID])
        /// It was published (or, without a date, first seen) at or after a moment.
        case after(Timestamp)
        /// It was published (or, without a date, first seen) before a moment.
        case before(Timestamp)
    }

    /// The words.
    public var terms: [Term] = []
    /// The conditions, each with whether it must not hold.
    public var conditions: [(condition: Condition, isExcluded: Bool)] = []
    /// No more episodes than this.
    public var limit = 20

    /// A search for everything.
    public init() {}

    /// The same in all parts.
    public static func == (left: Self, right: Self) -> Bool {
        left.terms == right.terms && left.limit == right.limit
            && left.conditions.elementsEqual(right.conditions) { $0 == $1 }
    }
}
