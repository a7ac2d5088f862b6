/// Understands a command line by a table of commands.
struct ArgumentParser {
    /// The commands of the first level.
    let commands: [CommandDescription]

    /// Understands the arguments after the program's name, of which there is at least one.
    func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
        var rest = arguments[...]
        let name = rest.popFirst() ?? ""
        if !commands.contains(where: { $0.name == name }),
            let words = Synonym.commands(for: name, arguments: Array(rest))
        {
            throw .synonym(name, commands: words)
        }
        var command = try find(name, among: commands, parent: [])
        var path = [name]
        while !command.commands.isEmpty {
            if let next = rest.first, !next.hasPrefix("-") {
                if let found = command.commands.first(where: { $0.name == next }) {
                    path.append(next)
                    command = found
                    rest.removeFirst()
                    continue
                }
                if command.action == nil || command.operands.isEmpty {
                    command = try find(next, among: command.commands, parent: path)
                }
            }
            break
        }
        if command.action == nil, !rest.contains(where: { $0 == "--help" || $0 == "-h" }) {
            throw .missingCommand(parent: path, known: command.commands.map(\.name))
        }
        return try parse(rest, of: command, path: path)
    }

    private func find(
        _ name: String, among commands: [CommandDescription], parent: [String]
    ) throws(UsageError) -> CommandDescription {
        guard let found = commands.first(where: { $0.name == name }) else {
            let known = commands.filter { parent != [] || $0.group != nil }.map(\.name)
            throw .unknownCommand(
                name, parent: parent, suggestions: Suggestion.words(like: name, among: known))
        }
        return found
    }

    private func parse(
        _ arguments: ArraySlice<String>, of command: CommandDescription, path: [String]
    ) throws(UsageError) -> ParsedArguments {
        var result = ParsedArguments(path: path, command: command)
        var operands: [String] = []
        var rest = arguments
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                break
            }
            if Self.isStepBack(argument, command) || Self.isExcluded(argument, command) {
                operands.append(argument)
            } else if argument.hasPrefix("--") {
                try parseLong(argument, &rest, command, path, &result)
            } else if argument.hasPrefix("-"), argument != "-" {
                try parseLetters(argument, &rest, command, path, &result)
            } else {
                operands.append(argument)
            }
        }
        // Whoever asks for help need not have given the rest.
        if !result.has(.help) {
            try assign(operands, command, path, &result)
        }
        return result
    }

    /// Whether a dash begins a step backward, as in `seek -30`, and no option.
    private static func isStepBack(_ argument: String, _ command: CommandDescription) -> Bool {
        argument.hasPrefix("-") && command.operands.contains { $0.kind == .seek }
            && argument.dropFirst().first?.isNumber == true
    }

    /// Whether a dash excludes a word or filter from a search, as in `-frost`, and is no option.
    private static func isExcluded(_ argument: String, _ command: CommandDescription) -> Bool {
        guard argument.hasPrefix("-"), !argument.hasPrefix("--"), argument.count > 2,
            command.operands.contains(where: { $0.kind == .query })
        else { return false }
        let isAttached = command.allOptions.contains { option in
            option.letter == argument.dropFirst().first && option.value != nil
        }
        return !(isAttached && argument.dropFirst(2).allSatisfy { "=0123456789".contains($0) })
    }

    private func parseLong(
        _ argument: String, _ rest: inout ArraySlice<String>, _ command: CommandDescription,
        _ path: [String], _ result: inout ParsedArguments
    ) throws(UsageError) {
        let parts = argument.dropFirst(2).split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        guard let option = command.allOptions.first(where: { $0.name == name }) else {
            let known = command.allOptions.map(\.name)
            throw .unknownOption(
                "--\(name)", command: path,
                suggestions: Suggestion.words(like: name, among: known).map { "--\($0)" })
        }
        try take(option, parts.count > 1 ? String(parts[1]) : nil, &rest, path, &result)
    }

    private func parseLetters(
        _ argument: String, _ rest: inout ArraySlice<String>, _ command: CommandDescription,
        _ path: [String], _ result: inout ParsedArguments
    ) throws(UsageError) {
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = command.allOptions.first(where: { $0.letter == letter }) else {
                // `-json` for `--json` is a common slip.
                let name = String(argument.dropFirst())
                let isLong = command.allOptions.contains { $0.name == name }
                throw .unknownOption(
                    "-\(letter)", command: path, suggestions: isLong ? ["--\(name)"] : [])
            }
            guard option.value == nil else {
                let attached = letters.hasPrefix("=") ? letters.dropFirst() : letters
                try take(option, attached.isEmpty ? nil : String(attached), &rest, path, &result)
                return
            }
            try take(option, nil, &rest, path, &result)
        }
    }

    private func take(
        _ option: OptionDescription, _ attached: String?, _ rest: inout ArraySlice<String>,
        _ path: [String], _ result: inout ParsedArguments
    ) throws(UsageError) {
        guard let value = option.value else {
            guard attached == nil else { throw .unexpectedValue(option, command: path) }
            result.setFlag(option.name)
            return
        }
        guard option.isRepeatable || !result.has(option) else {
            throw .repeated(option, command: path)
        }
        guard let text = attached ?? rest.popFirst() else {
            throw .missingValue(option, command: path)
        }
        guard value.kind.accepts(text) else {
            throw .badValue(text, name: "--\(option.name)", kind: value.kind, command: path)
        }
        result.add(text, to: option.name)
    }

    private func assign(
        _ operands: [String], _ command: CommandDescription, _ path: [String],
        _ result: inout ParsedArguments
    ) throws(UsageError) {
        var rest = operands[...]
        for operand in command.operands {
            var taken: [String] = []
            switch operand.arity {
            case .one, .optional:
                if let first = rest.popFirst() { taken = [first] }
            case .some, .any:
                taken = Array(rest)
                rest = []
            case .words, .optionalWords:
                if !rest.isEmpty { taken = [rest.joined(separator: " ")] }
                rest = []
            }
            if taken.isEmpty, operand.isRequired {
                throw .missingOperand(operand, command: path)
            }
            for text in taken {
                guard operand.kind.accepts(text) else {
                    throw .badValue(
                        text, name: operand.name, kind: operand.kind, command: path)
                }
                result.add(text, toOperand: operand.name)
            }
        }
        if let extra = rest.first { throw .unexpectedOperand(extra, command: path) }
    }
}
