/// Where on a command line something is to be completed.
struct CompletionPosition {
    /// What is to stand there.
    enum Slot {
        /// A command of the first level.
        case command
        /// An option's name.
        case option
        /// The value of an option.
        case value(OptionDescription)
        /// An operand, or the name of a command below.
        case operand(OperandDescription?)
    }

    /// What is to stand there.
    let slot: Slot
    /// The command, as far as it is named.
    private(set) var command: CommandDescription?
    /// What was written of the word.
    let word: String
    /// What stands before the word within its shell word, as `--mode=`.
    let prefix: String
    /// The options that were given.
    private(set) var given: Set<String> = []
    /// The operands that were given.
    private(set) var operands: [String] = []

    /// Finds the place of the last of the words after the program's name.
    init(_ words: [String], among commands: [CommandDescription]) {
        let words = Self.joined(words)
        var current = words.last ?? ""
        if let first = current.first, "\"'".contains(first) { current.removeFirst() }
        var (command, given, operands) = (CommandDescription?.none, Set<String>(), [String]())
        var open: OptionDescription?
        for word in words.dropLast() {
            if open != nil {
                open = nil
            } else if let found = Self.option(word, of: command) {
                given.insert(found.option.name)
                open = found.option.value != nil && !found.hasValue ? found.option : nil
            } else if let below = (command?.commands ?? commands).first(where: { $0.name == word }),
                operands.isEmpty
            {
                command = below
            } else {
                operands.append(word)
            }
        }
        (self.command, self.given, self.operands) = (command, given, operands)
        guard let command else {
            (slot, word, prefix) = (.command, current, "")
            return
        }
        if let open {
            (slot, word, prefix) = (.value(open), current, "")
        } else if let equals = current.firstIndex(of: "="),
            let found = Self.option(current, of: command), found.option.value != nil
        {
            let start = current.index(after: equals)
            (slot, word) = (.value(found.option), String(current[start...]))
            prefix = String(current[..<start])
        } else if current.hasPrefix("-") {
            (slot, word, prefix) = (.option, current, "")
        } else {
            (slot, word, prefix) = (
                .operand(Self.operand(operands.count, of: command)), current, ""
            )
        }
    }

    /// bash takes `--mode=shuffle` for three words.
    private static func joined(_ words: [String]) -> [String] {
        var result: [String] = []
        for (index, word) in words.enumerated() {
            if word == "=", result.last?.hasPrefix("--") == true {
                if index == words.count - 1 { result.append("") }
            } else {
                result.append(word)
            }
        }
        return result
    }

    private static func option(_ word: String, of command: CommandDescription?)
        -> (option: OptionDescription, hasValue: Bool)?
    {
        guard let command, word.hasPrefix("-"), word != "-" else { return nil }
        if word.hasPrefix("--") {
            let name = word.dropFirst(2).prefix { $0 != "=" }
            return command.allOptions.first { $0.name == name }.map { ($0, word.contains("=")) }
        }
        return command.allOptions.first { $0.letter == word.dropFirst().first }
            .map { ($0, word.count > 2) }
    }

    private static func operand(_ index: Int, of command: CommandDescription) -> OperandDescription?
    {
        if index < command.operands.count { return command.operands[index] }
        guard let last = command.operands.last else { return nil }
        return last.isMultiple ? last : nil
    }
}
