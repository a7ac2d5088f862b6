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
        /// A letter that says yes.
        case confirm(String, UserCommand)

        /// What stands before it.
        var prompt: String {
            switch self {
            case .command: ":"
            case .search: "/"
            case .note: "Note: "
            case .confirm(let question, _): question + " [y/N] "
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
        let fitting = names.filter { $0.hasPrefix(text) }.sorted()
        guard let first = fitting.first else { return }
        let common = fitting.dropFirst().reduce(first) { common, name in
            String(zip(common, name).prefix { $0 == $1 }.map(\.0))
        }
        text = fitting.count == 1 ? first + " " : common
        cursor = text.count
        completions = fitting.count == 1 ? [] : fitting
    }

    private func character(before index: Int) -> Character {
        text[text.index(text.startIndex, offsetBy: index - 1)]
    }
}
