/// What stands for a picture in text.
enum ImageText {
    static func text(_ alternative: String) -> String {
        alternative.isEmpty ? "[image]" : "[image: \(alternative)]"
    }
}
