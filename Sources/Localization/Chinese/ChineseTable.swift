/// The translations into Chinese, from the tables of the areas.
enum ChineseTable {
    /// All of them; built when the first is wanted.
    static let entries: [String: String] = {
        var entries: [String: String] = [:]
        for (_, table) in tables { entries.merge(table) { first, _ in first } }
        return entries
    }()

    /// The tables by their areas.
    static let tables: [(area: String, entries: [String: String])] = [
        ("errors", errors),
        ("help", help),
        ("commandsAToI", commandsAToI),
        ("commandsLToZ", commandsLToZ),
        ("output", output),
        ("screen", screen),
        ("words", words),
        ("journal", journal),
    ]
}
