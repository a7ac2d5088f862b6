/// Completions for shells, from the table of commands.
enum CompletionScript {
    /// A command with the words that lead to it.
    private struct Entry {
        let path: [String]
        let command: CommandDescription
    }

    static func bash(_ commands: [CommandDescription]) -> String {
        var cases = ""
        for entry in entries(commands) {
            let options = entry.command.allOptions.map { "--\($0.name)" }
            let words = entry.command.commands.map(\.name) + fixedWords(entry.command) + options
            cases += "        \"\(entry.path.joined(separator: " "))\")\n"
            cases += "            words=\"\(words.joined(separator: " "))\"\n"
            cases += "            kind=\"\(dynamicKind(entry.command))\" ;;\n"
        }
        let first = commands.filter { $0.group != nil }.map(\.name).joined(separator: " ")
        return """
            # bash completions of column; made by “column completions bash”.
            _column() {
                local cur="${COMP_WORDS[COMP_CWORD]}" path="" words="" kind="" i
                for ((i = 1; i < COMP_CWORD && i < 3; i++)); do
                    case "${COMP_WORDS[i]}" in
                        -*) break ;;
                        *) if [ -z "$path" ]; then path="${COMP_WORDS[i]}"
                           else case " \(pairs(commands)) " in
                               *" $path:${COMP_WORDS[i]} "*) path="$path ${COMP_WORDS[i]}" ;;
                           esac; fi ;;
                    esac
                done
                case "$path" in
                    "") words="\(first)" ;;
            \(cases)    esac
                COMPREPLY=($(compgen -W "$words" -- "$cur"))
                case "$kind" in
                    columns|episodes)
                        if [[ "$cur" != -* ]]; then
                            COMPREPLY+=($(compgen -W \\
                                "$(command column debug complete "$kind" 2>/dev/null | cut -f1)" -- "$cur"))
                        fi ;;
                    file) COMPREPLY+=($(compgen -f -- "$cur")) ;;
                esac
            }
            complete -o filenames -F _column column

            """
    }

    static func zsh(_ commands: [CommandDescription]) -> String {
        var text = """
            #compdef column
            # zsh completions of column; made by “column completions zsh”.
            _column_things() {
                local -a things
                things=(${(f)"$(command column debug complete $1 2>/dev/null | sed 's/:/\\\\:/g; s/\\t/:/')"})
                _describe -V $1 things
            }
            _column() {
                local -a commands
                local path=""
                if (( CURRENT > 2 )); then path="$words[2]"; fi
                if (( CURRENT > 3 )) && [[ " \(pairs(commands)) " == *" $words[2]:$words[3] "* ]]; then
                    path="$words[2] $words[3]"
                fi
                case "$path" in
                    "")
                        commands=(

            """
        for command in commands where command.group != nil {
            text += "                \(zshQuoted("\(command.name):\(command.summary)"))\n"
        }
        text += "            )\n            _describe command commands ;;\n"
        for entry in entries(commands) {
            text += "        \"\(entry.path.joined(separator: " "))\")\n"
            if !entry.command.commands.isEmpty {
                let names = entry.command.commands.map { zshQuoted("\($0.name):\($0.summary)") }
                text += "            commands=(\(names.joined(separator: " ")))\n"
                text += "            _describe command commands\n"
            }
            let fixed = fixedWords(entry.command)
            if !fixed.isEmpty { text += "            compadd -- \(fixed.joined(separator: " "))\n" }
            switch dynamicKind(entry.command) {
            case "": break
            case "file": text += "            _files\n"
            case let kind: text += "            _column_things \(kind)\n"
            }
            let options = entry.command.allOptions.map { zshQuoted("--\($0.name):\($0.summary)") }
            text += "            commands=(\(options.joined(separator: " ")))\n"
            text += "            _describe option commands ;;\n"
        }
        return text + "    esac\n}\n_column \"$@\"\n"
    }

    static func fish(_ commands: [CommandDescription]) -> String {
        var text = """
            # fish completions of column; made by “column completions fish”.
            complete -c column -f
            function __column_at
                set -l words (commandline -opc)
                set -e words[1]
                set -l path (string join ' ' -- (string match -v -- '-*' $words)[1..(count $argv)])
                test "$path" = "$(string join ' ' -- $argv)"
            end

            """
        for command in commands where command.group != nil {
            text += "complete -c column -n __fish_use_subcommand -a \(command.name)"
            text += " -d \(fishQuoted(command.summary))\n"
        }
        for entry in entries(commands) {
            let condition = fishQuoted("__column_at \(entry.path.joined(separator: " "))")
            let head = "complete -c column -n \(condition)"
            for below in entry.command.commands {
                text += "\(head) -a \(below.name) -d \(fishQuoted(below.summary))\n"
            }
            let fixed = fixedWords(entry.command)
            if !fixed.isEmpty { text += "\(head) -a \(fishQuoted(fixed.joined(separator: " ")))\n" }
            switch dynamicKind(entry.command) {
            case "": break
            case "file": text += "\(head) -F\n"
            case let kind:
                text += "\(head) -a '(command column debug complete \(kind) 2>/dev/null)'\n"
            }
            for option in entry.command.allOptions {
                text += "\(head) -l \(option.name)"
                if let letter = option.letter { text += " -s \(letter)" }
                if option.value != nil { text += " -r" }
                text += " -d \(fishQuoted(option.summary))\n"
            }
        }
        return text
    }

    private static func entries(_ commands: [CommandDescription], path: [String] = []) -> [Entry] {
        commands.flatMap { command -> [Entry] in
            let path = path + [command.name]
            return [Entry(path: path, command: command)] + entries(command.commands, path: path)
        }
    }

    private static func pairs(_ commands: [CommandDescription]) -> String {
        commands.flatMap { command in command.commands.map { "\(command.name):\($0.name)" } }
            .joined(separator: " ")
    }

    private static func fixedWords(_ command: CommandDescription) -> [String] {
        command.operands.flatMap { operand -> [String] in
            if case .choice(let words) = operand.kind { words } else { [] }
        }
    }

    private static func dynamicKind(_ command: CommandDescription) -> String {
        switch command.operands.first?.kind {
        case .column: "columns"
        case .episode, .subject: "episodes"
        case .file, .source: "file"
        default: ""
        }
    }

    private static func zshQuoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }

    private static func fishQuoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
