/// Splits a typed line into words as a shell does: blanks part, quotes and backslashes keep.
enum CommandWords {
    static func split(_ line: String) -> [String] { read(line).map(\.word) }

    /// The word that is being written at the end of a line, and where it begins.
    static func last(in line: String) -> (start: String.Index, word: String) {
        guard line.last?.isWhitespace == false, let last = read(line).last else {
            return (line.endIndex, "")
        }
        return (last.start, last.word)
    }

    /// A word as it is to be written; one that is not whole yet has no quote at its end.
    static func quoted(_ word: String, isOpen: Bool = false) -> String {
        guard word.contains(where: { $0.isWhitespace || "\"'\\".contains($0) }) else { return word }
        let body = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"" + body + (isOpen ? "" : "\"")
    }

    private static func read(_ line: String) -> [(start: String.Index, word: String)] {
        var words: [(start: String.Index, word: String)] = []
        var start = line.startIndex
        var word: String?
        var quote: Character?
        var isEscaped = false
        for (index, character) in zip(line.indices, line) {
            if word == nil { start = index }
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
                word = word ?? ""
            } else if let open = quote {
                if character == open { quote = nil } else { word?.append(character) }
            } else if character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                if let whole = word { words.append((start, whole)) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let whole = word { words.append((start, whole)) }
        return words
    }
}
