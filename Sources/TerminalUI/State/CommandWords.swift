/// Splits a typed line into words as a shell does: blanks part, quotes and backslashes keep.
enum CommandWords {
    static func split(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in line {
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
                if let whole = word { words.append(whole) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let whole = word { words.append(whole) }
        return words
    }
}
