/// A sentence for people: its English and what is put into it, until a view says it in a language.
///
/// Written as a string literal, it is the key of its own translation: `"Wrote \(path)."` is looked
/// up as `Wrote %1.`. What is put in may be a message itself, and may stand elsewhere in the
/// translation.
public struct Message: Sendable {
    /// What a message is made of.
    indirect enum Content: Sendable {
        /// Words of ours alone.
        case words(String)
        /// A text of somebody else, as a title; the same in every language.
        case verbatim(String)
        /// Words of ours with places for others.
        case template([Piece])
        /// A number of things: English writes `1 file`, `2 files`.
        case counted(Int, noun: String)
        /// Several beside each other.
        case list([Message], Separator)
        /// Words or a template that mean something else elsewhere.
        case within(String, Content)
        /// With a full stop.
        case sentence(Message)
    }

    /// A part of a template.
    enum Piece: Sendable {
        case words(String)
        case place(Message)
    }

    let content: Content

    init(_ content: Content) { self.content = content }

    /// A text that is the same in every language, as a title or a name.
    public init(verbatim text: String) { content = .verbatim(text) }

    /// A literal whose English is said elsewhere with another meaning, as “read” of a key and of an
    /// article: it is looked up as `key|read`, and this one only.
    public init(_ message: Message, context: String) {
        content = .within(context, message.content)
    }

    /// The text in English, for programs and records.
    public var english: String { text(in: .english) }

    /// Whether it says nothing.
    public var isEmpty: Bool { english.isEmpty }

    /// The text in a language; in English where it has no translation.
    public func text(in language: Language) -> String {
        Self.text(of: content, in: language, context: "")
    }

    private static func text(of content: Content, in language: Language, context: String) -> String
    {
        switch content {
        case .words(let words): language.translation(of: context + words) ?? words
        case .verbatim(let text): text
        case .counted(let count, let noun):
            language.translation(of: "%1 \(noun)").map { fill($0, ["\(count)"]) }
                ?? "\(count) \(noun)\(count == 1 ? "" : "s")"
        case .list(let items, let separator):
            join(items.map { $0.text(in: language) }, separator.texts(in: language))
        case .sentence(let words): words.text(in: language) + (language == .chinese ? "。" : ".")
        case .within(let context, let content):
            text(of: content, in: language, context: context + "|")
        case .template(let pieces): text(of: pieces, in: language, context: context)
        }
    }

    private static func text(of pieces: [Piece], in language: Language, context: String)
        -> String
    {
        if language != .english {
            var key = context
            var texts: [String] = []
            for piece in pieces {
                switch piece {
                case .words(let words): key += words
                case .place(let message):
                    texts.append(message.text(in: language))
                    key += "%\(texts.count)"
                }
            }
            if let translation = language.translation(of: key) { return fill(translation, texts) }
        }
        var text = ""
        for piece in pieces {
            switch piece {
            case .words(let words): text += words
            case .place(let message): text += message.text(in: language)
            }
        }
        return text
    }

    private static func join(_ texts: [String], _ separators: (between: String, last: String))
        -> String
    {
        guard let end = texts.last, texts.count > 1 else { return texts.first ?? "" }
        return texts.dropLast().joined(separator: separators.between) + separators.last + end
    }

    /// Puts texts into the places `%1` to `%9` of a translation into Chinese, with a blank between
    /// ideographs and Latin letters or digits as they meet there.
    static func fill(_ template: String, _ texts: [String]) -> String {
        var result = ""
        var rest = template[...]
        while let mark = rest.firstIndex(of: "%") {
            result += rest[..<mark]
            let next = rest.index(after: mark)
            guard next < rest.endIndex, let place = rest[next].wholeNumberValue,
                texts.indices.contains(place - 1)
            else {
                result.append("%")
                rest = rest[next...]
                continue
            }
            rest = rest[rest.index(after: next)...]
            let text = texts[place - 1]
            if isIdeograph(result.last), isLatin(text.first) { result.append(" ") }
            result += text
            // Styles of a terminal end in a letter, too.
            if isLatin(text.last), isIdeograph(rest.first), !text.hasSuffix("\u{1B}[0m") {
                result.append(" ")
            }
        }
        return result + rest
    }

    /// Whether Latin letters stand apart from it; dates are written together: 2026年11月30日.
    private static func isIdeograph(_ character: Character?) -> Bool {
        guard let scalar = character?.unicodeScalars.first else { return false }
        return (0x4E00...0x9FFF).contains(scalar.value) && !"年月日".unicodeScalars.contains(scalar)
    }

    private static func isLatin(_ character: Character?) -> Bool {
        guard let scalar = character?.unicodeScalars.first, (0x21...0x7E).contains(scalar.value)
        else { return false }
        return !",.;:!?()[]{}'\"".unicodeScalars.contains(scalar)
    }
}

extension Message: Equatable {
    /// Whether both say the same.
    public static func == (left: Message, right: Message) -> Bool { left.english == right.english }
}
