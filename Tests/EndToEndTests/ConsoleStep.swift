/// One command of a page's transcript, with what the page shows of it.
///
/// In a block marked `console`, a line with `$ ` before it is a command. `# exit 5` behind it is the
/// code it ends with, 0 where nothing is said. What follows are lines of its output: `…` stands for
/// what varies, moments (`2026-11-30 07:00`) may be any. `^C` interrupts it, and a line with
/// `column> ` before it is typed into it.
struct ConsoleStep {
    /// The line of the page, from 1.
    let line: Int
    /// The command line, without its prompt and its code.
    let command: String
    /// How it should end.
    private(set) var code: Int32
    /// Lines of its output.
    private(set) var shown: [String] = []
    /// What is typed into it.
    private(set) var typed: [String] = []
    /// Whether it is interrupted once all that is shown was printed.
    private(set) var isInterrupted = false

    /// Whether it is one that the runner runs: of the program, or of the shell around it.
    var isRun: Bool {
        ["column", "printf", "ls", "env"].contains(command.prefix { $0 != " " })
    }

    /// The variable that it sets for what follows, as `export LC_ALL=zh_CN.UTF-8` does.
    var exported: (name: String, value: String)? {
        let words = command.split { $0 == " " || $0 == "=" }.map(String.init)
        return words.count == 3 && words[0] == "export" ? (words[1], words[2]) : nil
    }

    /// The steps of a page.
    static func steps(in page: String) -> [ConsoleStep] {
        var steps: [ConsoleStep] = []
        var isInside = false
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("```") {
                isInside = line == "```console"
            } else if isInside, line.hasPrefix("$ ") {
                steps.append(ConsoleStep(String(line.dropFirst(2)), at: index + 1))
            } else if isInside, !steps.isEmpty {
                steps[steps.count - 1].add(line)
            }
        }
        return steps
    }

    private init(_ text: String, at line: Int) {
        self.line = line
        let mark = "# exit "
        if let range = text.firstRange(of: mark) {
            let head = text[..<range.lowerBound]
            command = String(head.reversed().drop { $0 == " " }.reversed())
            code = Int32(text[range.upperBound...]) ?? -1
        } else {
            command = text
            code = 0
        }
    }

    private mutating func add(_ line: Substring) {
        if line == "^C" {
            isInterrupted = true
            code = 130
        } else if line.hasPrefix("column> ") {
            typed.append(String(line.dropFirst("column> ".count)))
        } else if !line.isEmpty, line != "…" {
            shown.append(String(line))
        }
    }

    /// Whether a line of output is as a page shows it.
    static func matches(_ line: String, shown: String) -> Bool {
        let parts = anyMoment(shown).split(separator: "…", omittingEmptySubsequences: false)
        var rest = anyMoment(line)[...]
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1 {
                return parts.count == 1 ? rest == part : rest.hasSuffix(part)
            }
            guard index > 0 else {
                guard rest.hasPrefix(part) else { return false }
                rest = rest.dropFirst(part.count)
                continue
            }
            guard let range = rest.firstRange(of: part) else { return false }
            rest = rest[range.upperBound...]
        }
        return false
    }

    private static func anyMoment(_ line: String) -> String {
        let text = line.replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "MOMENT")
        return String(text.reversed().drop { $0 == " " }.reversed())
    }
}
