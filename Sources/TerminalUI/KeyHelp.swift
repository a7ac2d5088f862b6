public import Localization

/// A group of keys as manuals list it.
public struct KeyHelp: Sendable {
    /// A key.
    public struct Key: Sendable {
        /// The key's names, as “Down j”.
        public let names: String
        /// What plain mode calls it.
        public let word: String
        /// What it does.
        public let help: Message
    }

    /// The heading.
    public let title: Message
    /// The keys.
    public let keys: [Key]
}

extension TerminalInterface {
    /// All keys, from the table that the interface itself uses.
    public static var keys: [KeyHelp] {
        KeyBinding.Group.allCases.map { group in
            KeyHelp(
                title: group.title,
                keys: KeyBinding.all.filter { $0.group == group }.map { binding in
                    .init(
                        names: binding.keys.map(\.name).joined(separator: " "),
                        word: binding.word, help: binding.help)
                })
        }
    }
}
