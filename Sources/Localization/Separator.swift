/// What stands between things beside each other.
public enum Separator: Sendable {
    /// Names: `a, b, c`.
    case items
    /// Names of which one is meant: `a, b or c`.
    case alternatives
    /// Names of which all are meant: `a and b`.
    case all
    /// Parts of a sentence: `2 new, 1 failed`.
    case clauses
    /// Parts that stand further from each other: `a; b`.
    case parts
    /// Whole sentences.
    case sentences
    /// Lines.
    case lines

    /// What stands between two, and what before the last.
    func texts(in language: Language) -> (between: String, last: String) {
        switch (language, self) {
        case (_, .lines): ("\n", "\n")
        case (.english, .items), (.english, .clauses): (", ", ", ")
        case (.english, .alternatives): (", ", " or ")
        case (.english, .all): (" and ", " and ")
        case (.english, .parts): ("; ", "; ")
        case (.english, .sentences): (" ", " ")
        case (.chinese, .items): ("、", "、")
        case (.chinese, .alternatives): ("、", " 或 ")
        case (.chinese, .all): ("和", "和")
        case (.chinese, .clauses): ("，", "，")
        case (.chinese, .parts): ("；", "；")
        case (.chinese, .sentences): ("", "")
        }
    }
}

extension Message {
    /// Several with a separator.
    public static func list(_ items: [Message], _ separator: Separator) -> Message {
        Message(.list(items, separator))
    }

    /// Names, which are the same in every language, with a separator.
    public static func list(_ names: [String], _ separator: Separator = .items) -> Message {
        list(names.map { Message(verbatim: $0) }, separator)
    }

    /// A sentence of words that have no full stop.
    public static func sentence(_ words: Message) -> Message { Message(.sentence(words)) }
}
