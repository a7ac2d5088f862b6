import ArticleText
import ColumnModel
import Testing

@Suite struct HTMLTests {
    @Test(arguments: HTMLCase.inlines + HTMLCase.links + HTMLCase.blocks + HTMLCase.tables)
    func becomesLines(_ item: HTMLCase) {
        let lines = ArticleDocument(html: item.html).lines(ArticleTextOptions(width: 40))
        #expect(lines == item.lines)
    }

    @Test func formatChoosesTheReader() {
        let body = "a <b>b</b>\n\nc"
        #expect(ArticleDocument(Article(body: body, format: .html)).plainText() == "a b c\n")
        #expect(ArticleDocument(Article(body: body, format: .text)).plainText() == body + "\n")
    }

    @Test func linksHaveTheirWords() {
        let links = ArticleDocument(
            html: "<a href=http://x/a>one <b>two</b></a> http://x/b <a href=http://x/a>again</a>"
        ).links
        #expect(links.map(\.url) == ["http://x/a", "http://x/b"])
        #expect(links.map(\.text) == ["one two", "http://x/b"])
    }

    @Test func linksCanBeLeftOut() {
        let document = ArticleDocument(html: "<a href=http://x/a>one</a>")
        #expect(document.lines(ArticleTextOptions(showsLinks: false)) == ["one"])
    }

    @Test func emptyIsEmpty() {
        #expect(ArticleDocument(html: "<p>&nbsp;</p><br><div></div>").isEmpty)
        #expect(ArticleDocument(text: " \n\n").isEmpty)
        #expect(ArticleDocument(text: "").text() == "")
    }

    @Test func plainTextKeepsItsLines() {
        let document = ArticleDocument(
            text: "First\r\nsecond line\r\n\r\n\r\n  - indented\n\t* tab\n　　中文\nhttps://x.org/y")
        #expect(
            document.lines() == [
                "First", "second line", "", "  - indented", "    * tab", "　　中文", "https://x.org/y",
            ])
        #expect(document.links.map(\.url) == ["https://x.org/y"])
    }

    struct Markdown: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let html: String
        let text: String

        init(_ name: String, _ html: String, _ text: String) {
            testDescription = name
            self.html = html
            self.text = text
        }
    }

    @Test(arguments: [
        Markdown(
            "marks are escaped", "1*2 _x_ [y] `z` &lt;b&gt; a\\b",
            "1\\*2 \\_x\\_ \\[y\\] \\`z\\` \\<b\\> a\\\\b\n"),
        Markdown(
            "starts are escaped", "# a<br>1. b<br>- c<br>2024 d",
            "\\# a\\\n1\\. b\\\n\\- c\\\n2024 d\n"),
        Markdown("blanks stay outside of marks", "a<b> b </b>c", "a **b** c\n"),
        Markdown("code with a grave", "<code>a`b</code>", "`` a`b ``\n"),
        Markdown(
            "fence longer than what is in it", "<pre>a\n````\nb</pre>", "`````\na\n````\nb\n`````\n"
        ),
        Markdown(
            "brackets in an address", "<a href='http://x/a(b)'>c</a>", "[c](http://x/a%28b%29)\n"),
        Markdown(
            "bar in a cell", "<table><tr><td>a|b<td>c</table>",
            "|  |  |\n| --- | --- |\n| a\\|b | c |\n"),
        Markdown("two lists in a row", "<ul><li>a</ul><ol><li>b</ol>", "- a\n\n<!-- -->\n\n1. b\n"),
        Markdown("strong and emphasis", "<b><i>a</i></b>", "***a***\n"),
    ]) func markdown(_ item: Markdown) {
        #expect(ArticleDocument(html: item.html).markdown() == item.text)
    }
}
