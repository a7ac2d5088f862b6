@preconcurrency import Glibc
import Localization

/// Questions to the person at the terminal.
enum Question {
    /// Asks for yes or no; no without an answer.
    static func ask(_ question: Message, on console: Console) -> Bool {
        console.flush()
        console.writeError(console.text("\(question) [y/N] "))
        let answer = readLine()?.lowercased() ?? ""
        return Self.yes.contains(answer)
    }

    /// What means yes, in whatever language was asked.
    private static let yes: Set = ["y", "yes", "是", "是的", "好", "ｙ"]

    /// Asks for a password without showing it; nil where there is none.
    static func password(_ question: Message, on console: Console) -> String? {
        console.flush()
        console.writeError(console.text(question))
        let isHidden = TerminalMode.hideInput()
        defer {
            if isHidden {
                TerminalMode.restore()
                console.writeError("\n")
            }
        }
        return readLine()
    }
}
