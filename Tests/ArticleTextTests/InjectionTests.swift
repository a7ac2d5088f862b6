import ArticleText
import ColumnModel
import TestSupport
import Testing

/// Nothing that a feed says may reach a terminal as anything but text.
@Suite struct InjectionTests {
    struct Attack: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String

        init(_ name: String, _ text: String) {
            testDescription = name
            self.text = text
        }
    }

    static let attacks = [
        Attack("colour", "\u{1B}[31m"), Attack("clear", "\u{1B}[2J\u{1B}[H"),
        Attack("title", "\u{1B}]0;x\u{7}"), Attack("clipboard, OSC 52", "\u{1B}]52;c;eA==\u{1B}\\"),
        Attack("link, OSC 8", "\u{1B}]8;;http://x\u{1B}\\"), Attack("C1 CSI", "\u{9B}2J"),
        Attack("C1 OSC", "\u{9D}52;c;eA==\u{9C}"), Attack("DCS", "\u{90}q\u{9C}"),
        Attack("bell and backspace", "\u{7}\u{8}\u{8}"), Attack("NUL and DEL", "\u{0}\u{7F}"),
        Attack("override", "\u{202E}cod.exe\u{202C}"), Attack("isolate", "\u{2066}x\u{2069}"),
        Attack("carriage return", "safe\rover"), Attack("vertical", "a\u{B}b\u{C}c\u{85}d"),
        Attack("separators", "a\u{2028}b\u{2029}c"),
        Attack("by number", "&#27;[31m&#x9b;2J&#155;0m&#8238;"),
    ]

    /// Everywhere that words of a feed may stand.
    static let places = [
        "%", "<p>%</p>", "<h1>%</h1>", "<pre>%</pre>", "<code>%</code>",
        "<a href='http://x/%'>%</a>",
        "<img alt='%' src='http://x/%'>", "<table><tr><td>%<td>%</table>", "<ul><li>%</ul>",
        "<dl><dt>%<dd>%</dl>", "<%>", "<a href=\"%\">x</a>", "https://x.org/%",
        "<ol start='%'><li>x</ol>",
        "<!-- % --><q>%</q>", "<iframe src='%'></iframe>", "12:30 %",
    ]

    @Test(arguments: attacks, places) func nothingRawComesOut(_ attack: Attack, _ place: String) {
        let html = place.split(separator: "%", omittingEmptySubsequences: false)
            .joined(separator: attack.text)
        let documents = [ArticleDocument(html: html), ArticleDocument(text: html)]
        for document in documents {
            var texts = [
                document.text(ArticleTextOptions(width: 30)), document.markdown(),
                document.plainText(), withoutStyles(document),
            ]
            texts +=
                document.timeMarks().map(\.label) + document.links.flatMap { [$0.url, $0.text] }
            texts += document.chapters().map(\.title)
            for text in texts {
                #expect(!text.unicodeScalars.contains(where: isRaw), "\(text.debugDescription)")
            }
            #expect(!document.links.contains { $0.url.contains { $0.isWhitespace } })
        }
    }

    /// Our own sequences begin with ESC, digits and `m`; nothing else may.
    private func withoutStyles(_ document: ArticleDocument) -> String {
        var text = document.text(ArticleTextOptions(width: 30, usesStyles: true))[...]
        var rest = ""
        while let escape = text.firstIndex(of: "\u{1B}") {
            rest += text[..<escape]
            let sequence = text[text.index(after: escape)...]
            let parameters = sequence.dropFirst().prefix { "0123456789;".contains($0) }
            let final = sequence.dropFirst(1 + parameters.count).first
            #expect(sequence.first == "[" && final == "m")
            text = sequence.dropFirst(2 + parameters.count)
        }
        return rest + text
    }

    private func isRaw(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\n" { return false }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        default: return scalar.properties.isBidiControl
        }
    }
}
