public import Localization
import TerminalText

/// What the journal of the library records, for people; the records themselves are in English.
public enum JournalWords {
    /// Who, what or why, as it is recorded.
    public static func words(_ text: String) -> Message {
        if let known = known[text] { return known }
        for (start, make) in starts where text.hasPrefix(start) {
            return make(words(String(text.dropFirst(start.count))))
        }
        return Message(verbatim: SafeText.line(text))
    }

    private static let starts: [(String, @Sendable (Message) -> Message)] = [
        ("clean: ", { Message("clean: \($0)", context: "journal") }),
        ("import ", { Message("import \($0)", context: "journal") }),
        ("on ", { Message("on \($0)", context: "journal") }),
    ]

    private static let known = Dictionary(all.map { ($0.english, $0) }) { first, _ in first }

    private static let all: [Message] = [
        // Who.
        Message("user", context: "journal"), Message("sync", context: "journal"),
        Message("download", context: "journal"),
        Message("player", context: "journal"),
        Message("rule", context: "journal"),
        Message("device", context: "journal"),
        // What.
        Message("added", context: "journal"),
        Message("bookmarked", context: "journal"),
        Message("came back", context: "journal"),
        Message("downloaded", context: "journal"),
        Message("imported", context: "journal"),
        Message("left the feed", context: "journal"),
        Message("liked", context: "journal"),
        Message("moved", context: "journal"),
        Message("played", context: "journal"),
        Message("position", context: "journal"),
        Message("purged", context: "journal"),
        Message("queued", context: "journal"),
        Message("re-keyed", context: "journal"),
        Message("removed", context: "journal"),
        Message("removed audio", context: "journal"),
        Message("restored", context: "journal"),
        Message("subscribed", context: "journal"),
        Message("trashed", context: "journal"),
        Message("undone", context: "journal"),
        Message("unliked", context: "journal"),
        Message("unplayed", context: "journal"),
        Message("unqueued", context: "journal"),
        Message("unread", context: "journal"),
        Message("updated", context: "journal"),
        // Why.
        Message("add", context: "journal"), Message("age", context: "journal"),
        Message("bookmark", context: "journal"),
        Message("budget", context: "journal"),
        Message("feed", context: "journal"),
        Message("first sync", context: "journal"),
        Message("gone from the trash", context: "journal"),
        Message("grace time over", context: "journal"),
        Message("heard", context: "journal"),
        Message("import", context: "journal"),
        Message("like", context: "journal"), Message("mark", context: "journal"),
        Message("moved for good", context: "journal"),
        Message("not known before", context: "journal"),
        Message("number", context: "journal"),
        Message("on another device", context: "journal"),
        Message("queue add", context: "journal"),
        Message("queue clear", context: "journal"),
        Message("queue remove", context: "journal"),
        Message("queue restore", context: "journal"),
        Message("read", context: "journal"),
        Message("remove", context: "journal"),
        Message("remove --purge", context: "journal"),
        Message("restore", context: "journal"),
        Message("trash emptied", context: "journal"),
        Message("undo", context: "journal"),
        Message("unlike", context: "journal"),
        Message("whole", context: "journal"), Message("joined", context: "journal"),
        Message("digest", context: "journal"), Message("same address", context: "journal"),
        Message("same title and date", context: "journal"),
    ]
}
