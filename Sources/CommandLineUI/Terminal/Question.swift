@preconcurrency import Glibc

/// Questions to the person at the terminal.
enum Question {
    /// Asks for yes or no; no without an answer.
    static func ask(_ question: String, on console: Console) -> Bool {
        console.flush()
        console.writeError(question + " [y/N] ")
        let answer = readLine()?.lowercased() ?? ""
        return answer == "y" || answer == "yes"
    }

    /// Asks for a password without showing it; nil where there is none.
    static func password(_ question: String, on console: Console) -> String? {
        console.flush()
        console.writeError(question)
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
