import ArticleText
import TerminalText
import TestSupport
import Testing

/// Articles beside this file with what becomes of them; a snapshot that is missing is written.
@Suite struct SnapshotTests {
    static let folder = "\(Fixtures.repository)/Tests/ArticleTextTests/Articles"
    static let articles = ["english", "chinese", "soup"]

    private static func document(_ name: String) -> ArticleDocument {
        let bytes = readFile("\(folder)/\(name).html") ?? []
        return ArticleDocument(html: String(decoding: bytes, as: UTF8.self))
    }

    private static func expect(_ text: String, equals name: String) {
        guard let bytes = readFile("\(folder)/\(name)") else {
            writeFile("\(folder)/\(name)", Array(text.utf8))
            Issue.record("There was no snapshot \(name); it was written and wants to be looked at.")
            return
        }
        #expect(text == String(decoding: bytes, as: UTF8.self), "\(name)")
    }

    @Test(arguments: articles, [40, 80]) func text(_ name: String, _ width: Int) {
        let text = Self.document(name).text(ArticleTextOptions(width: width))
        Self.expect(text, equals: "\(name).\(width).txt")
    }

    @Test(arguments: articles) func markdown(_ name: String) {
        Self.expect(Self.document(name).markdown(), equals: "\(name).md")
    }

    @Test func styles() {
        let text = Self.document("english").text(ArticleTextOptions(width: 60, usesStyles: true))
        // Escape characters as pictures, so that the snapshot can be looked at.
        let shown = text.map { $0 == "\u{1B}" ? "␛" : $0 }
        Self.expect(String(shown), equals: "english.styles.txt")
    }

    @Test func asciiOnly() {
        let text = Self.document("english").text(
            ArticleTextOptions(width: 60, showsLinks: false, isUnicode: false))
        Self.expect(text, equals: "english.ascii.txt")
    }

    @Test(arguments: articles) func everyWidthIsKept(_ name: String) {
        let document = Self.document(name)
        for width in 10...100 {
            let lines = document.lines(ArticleTextOptions(width: width, showsLinks: false))
            for line in lines {
                #expect(TextWidth.of(line) <= width, "\(width): \(line)")
                #expect(line.last != " ")
            }
        }
    }
}
