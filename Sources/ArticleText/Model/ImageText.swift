internal import TerminalText

/// What stands for a picture in text.
enum ImageText {
    static func text(_ alternative: String, file: String? = nil) -> String {
        let end = file.map { (alternative.isEmpty ? ": " : " — ") + SafeText.line($0) } ?? ""
        return (alternative.isEmpty ? "[image" : "[image: \(alternative)") + end + "]"
    }
}
