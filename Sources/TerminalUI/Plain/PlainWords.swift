import Localization

/// Commands of plain mode: the words of the key table, a number for a row, and all of the command line.
enum PlainWords {
    /// What a line asks for, given the rows that there are.
    static func commands(_ line: String, in state: TUIState) -> [UserCommand] {
        var words = CommandWords.split(line)
        if words.first == "column" {
            words.removeFirst()
            return words.isEmpty ? [] : [.run(words)]
        }
        guard let first = words.first else { return [] }
        let rest = words.dropFirst().joined(separator: " ")
        if let number = Int64(first), words.count == 1 { return [.select(number)] }
        switch first {
        case "find" where !rest.isEmpty, "/" where !rest.isEmpty: return [.search(rest)]
        case "note" where !rest.isEmpty: return [.bookmark(note: rest)]
        case "seek" where !rest.isEmpty: return [.seekText(rest)]
        case "subscribe" where !rest.isEmpty: return [.run(["add"] + words.dropFirst())]
        case "command" where !rest.isEmpty: return [.run(Array(words.dropFirst()))]
        case "exit": return [.quit]
        default: break
        }
        let binding = KeyBinding.all.first { $0.word == first }
        if let binding {
            if words.count == 1 { return [binding.command] }
            if words.count == 2, let number = Int64(words[1]),
                state.list.rows.contains(where: { $0.number == number })
            {
                return [.select(number), binding.command]
            }
        }
        // The command line has the same words with more of what they take.
        if binding == nil || state.settings.commandNames.contains(first) { return [.run(words)] }
        return binding.map { [$0.command] } ?? []
    }

    /// The help, a line a word.
    static var help: [Message] {
        KeyBinding.Group.allCases.flatMap { group in
            ["\(group.title):"]
                + KeyBinding.all.filter { $0.group == group }.map { "  \($0.word): \($0.help)" }
        } + [
            "A number selects that row; with one behind it a word is about that row: play 12.",
            "find TEXT searches, seek 12:30 moves, note TEXT bookmarks, subscribe URL subscribes.",
            "Everything else is a command of column, as: config list.",
        ]
    }
}
