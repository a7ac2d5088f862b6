import FeedParsing
import Testing

@Suite("Rows for conformance")
struct FeedRowTests {
    @Test("a row has the file, the feed and its episodes, white space collapsed")
    func row() {
        let text = """
            <rss version="2.0"><channel><title> A\u{A0} b </title><item><title>x "y"</title>
            <enclosure url="u" length="1" type="T"/></item></channel></rss>
            """
        #expect(
            FeedRow.line(for: Array(text.utf8), file: "f.xml")
                == #"{"file":"f.xml","entries":[{"id":null,"title":"x \"y\"","link":null,"#
                + #""published":null,"summary":null,"content0":null,"#
                + #""enclosures":[{"url":"u","type":"t","length":1}],"duration":null,"#
                + #""episode":null,"season":null,"episode_type":null,"explicit":null,"image":null,"#
                + #""ext":{}}],"kind":"rss","version":"rss20","encoding":"utf-8","#
                + #""feed":{"title":"A b","link":null,"description":null,"language":null,"#
                + #""author":null,"image":null,"explicit":null,"#
                + #""ext":{"itunes_new_feed_url":null,"itunes_type":null}}}"#)
    }

    @Test("what is no feed is a row without a kind")
    func noFeed() {
        #expect(
            FeedRow.line(for: Array("<html>".utf8), file: "a\"b")
                == #"{"file":"a\"b","entries":[],"kind":null,"version":null,"encoding":null,"feed":{}}"#
        )
    }

    @Test("the header's charset and content-location count")
    func headers() {
        let row = FeedRow.line(
            for: Array("<rss><channel><title>".utf8) + [0xCF]
                + Array("</title><link>x</link>".utf8),
            headers: "HTTP/1.1 200 OK\r\nContent-Type: text/xml; charset=windows-1251\r\n"
                + "content-location: http://e/f/g\r\n", file: "f")
        #expect(row.contains(#""title":"П""#))
        #expect(row.contains(#""link":"http://e/f/x""#))
    }
}
