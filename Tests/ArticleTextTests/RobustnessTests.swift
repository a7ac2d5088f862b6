import ArticleText
import TerminalText
import TestSupport
import Testing

@Suite struct RobustnessTests {
    /// Much of what makes naive readers slow, or too deep for their stack.
    @Test(
        arguments: [
            "<b>", "</x>", "<b></x>", "<div>", "<ul><li>", "<blockquote>", "<table><tr><td>",
            "<td>",
            "<li>", "<dd>", "<p>", "<br>", "<hr>", "<a href=x>", "<a href=http://x/y>z", "<i>x</i>",
            "<b>&shy;</b>x", "&", "&amp;", "<", "</", "<!", "<!--", "<a b='", "<a b=\"'", "</x",
            "<div hidden>", "<svg>", "<pre>", "<h1>", "http://x ", "1:00 ", "1:", "<q>",
            "<img alt=x>",
            "\u{301}", "👩‍🚀", "字", "。", "“", " ", "\u{A0}", "<dl><dt>x<dd>y", "<th>x<tr>", "`", "*_",
            "<sup>1", "<object>", "<template>", "<ruby><rt>x", "x-", "\u{200B}", "<p><b><i>x</p>",
        ]) func muchOf(_ piece: String)
    {
        let html = String(repeating: piece, count: 30_000 / piece.utf8.count)
        let document = ArticleDocument(html: html)
        let lines = document.lines(ArticleTextOptions(width: 60, usesStyles: true))
        #expect(lines.count <= 30_000)
        #expect(document.markdown().utf8.count < 2_000_000)
        #expect(document.timeMarks().count <= 10_000)
    }

    private static let pieces = [
        "<p>", "</p>", "<div>", "</div>", "<ul>", "</ul>", "<ol start=3>", "<li>", "</li>", "<b>",
        "</b>",
        "<i>", "</i>", "<a href='http://x/y'>", "</a>", "<table>", "</table>", "<tr>", "<td>",
        "</td>",
        "<th colspan=3>", "<pre>", "</pre>", "<blockquote>", "</blockquote>", "<dl>", "<dt>",
        "<dd>",
        "</dl>", "<br>", "<hr>", "<h2>", "</h2>", "<img alt='pic' src=z>", "text ", "文字，", "12:30 ",
        "<script>", "</script>", "<svg>", "</svg>", "<q>", "</q>", "<sup>", "2", "</sup>", "<!--",
        "-->",
        "&nbsp;", "&#27;", "\u{1B}", "<div hidden>", "<caption>", "<iframe src=a>", "</iframe>",
        "<",
        "=\"", "'", ">", "\n", " ", "👨‍👩‍👧", "<template>", "</template>", "<rt>", "</rt>",
        "http://a.b/c",
    ]

    @Test(arguments: 0..<40) func soupOfTags(_ seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        for _ in 0..<40 {
            let count = Int.random(in: 1...60, using: &random)
            let html = (0..<count).map { _ in
                Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
            }.joined()
            let document = ArticleDocument(html: html)
            let width = Int.random(in: 1...90, using: &random)
            let lines = document.lines(ArticleTextOptions(width: width, showsLinks: false))
            for line in lines {
                #expect(TextWidth.of(line) <= max(width, 20), "\(html)")
                #expect(SafeText.isSafeLine(line), "\(html)")
            }
            _ = document.markdown()
            _ = document.chapters()
        }
    }

    @Test(arguments: 0..<10) func bytesOfAnyKind(_ seed: Int) {
        var random = SeededRandom(seed: UInt64(1_000 + seed))
        for _ in 0..<50 {
            let bytes = (0..<400).map { _ in
                Bool.random(using: &random)
                    ? UInt8.random(in: 0...255, using: &random)
                    : Array("<>/&=\"' abp!-".utf8).randomElement(using: &random) ?? 0
            }
            let text = String(decoding: bytes, as: UTF8.self)
            for document in [ArticleDocument(html: text), ArticleDocument(text: text)] {
                let made = document.text() + document.markdown()
                #expect(SafeText.lines(made) == made)
            }
        }
    }

    @Test func nothingIsLostInDepth() {
        let deep = String(repeating: "<div><ul><li><blockquote>", count: 2_000)
        let text = ArticleDocument(html: "before " + deep + "inside").plainText()
        #expect(text.contains("before"))
        #expect(text.contains("inside"))
    }
}
