import Localization

/// A line that is being typed.
struct InputLine: Equatable, Sendable {
    /// What it is for.
    enum Purpose: Equatable, Sendable {
        /// A command of the command line.
        case command
        /// Words to look for.
        case search
        /// The note of a new bookmark.
        case note
        /// A letter that says what becomes of what runs.
        case leaving([JobState.Kind])
        /// A letter that says yes.
        case confirm(Message, UserCommand)

        /// What stands before it.
        var prompt: Message {
            switch self {
            case .command: ":"
            case .search: "/"
            case .note: "Note: "
            case .leaving([.sync]): "Sync runs: b background, e end "
            case .leaving([.download]): "Download runs: b background, e end "
            case .leaving: "Download and sync runs: b background, e end "
            case .confirm(let question, _): "\(question) [y/N] "
            }
        }
    }

    /// What it is for.
    var purpose: Purpose
    /// What was typed.
    var text: String
    /// The characters before the cursor.
    var cursor: Int
    /// What Tab offers.
    var completions: [String] = []

    init(_ purpose: Purpose, text: String = "") {
        self.purpose = purpose
        self.text = text
        cursor = text.count
    }

    mutating func insert(_ new: String) {
        let index = text.index(text.startIndex, offsetBy: min(cursor, text.count))
        let before = text.count
        text.insert(contentsOf: new, at: index)
        cursor += text.count - before
        completions = []
    }

    mutating func deleteBackward() {
        guard cursor > 0 else { return }
        cursor -= 1
        delete()
    }

    mutating func delete() {
        guard cursor < text.count else { return }
        text.remove(at: text.index(text.startIndex, offsetBy: cursor))
        completions = []
    }

    mutating func deleteToStart() {
        text = String(text.dropFirst(cursor))
        cursor = 0
        completions = []
    }

    mutating func deleteWord() {
        while cursor > 0, character(before: cursor) == " " { deleteBackward() }
        while cursor > 0, character(before: cursor) != " " { deleteBackward() }
    }

    /// Completes the first word from names; with several, as far as they agree.
    mutating func complete(from names: [String]) {
        guard purpose == .command, cursor == text.count, !text.contains(" ") else { return }
        offer(names.filter { $0.hasPrefix(text) }.sorted())
    }

    /// Takes what may stand in place of the last word: one at once, several as far as they agree.
    mutating func offer(_ words: [String]) {
        completions = []
        guard let first = words.first else { return }
        let (start, word) = CommandWords.last(in: text)
        let common = words.dropFirst().reduce(first) { common, name in
            String(zip(common, name).prefix { $0 == $1 }.map(\.0))
        }
        // Titles are found by either case, so that what they share may be shorter than what stands.
        if words.count == 1 {
            text = text[..<start] + CommandWords.quoted(first) + (first.hasSuffix("/") ? "" : " ")
        } else {
            completions = words
            if common.count > word.count {
                text = text[..<start] + CommandWords.quoted(common, isOpen: true)
            }
        }
        cursor = text.count
    }

    private func character(before index: Int) -> Character {
        text[text.index(text.startIndex, offsetBy: index - 1)]
    }
}
