import ColumnModel
import FeedParsing
import Testing

@Suite("Relative addresses")
struct AddressTests {
    @Test(
        "an address is resolved against the base",
        arguments: [
            ("http://a/b/c?d#e", "g", "http://a/b/g"), ("http://a/b/c", "./g/../h", "http://a/b/h"),
            ("http://a/b/c", "../../../g", "http://a/g"),
            ("http://a/b/c", "/g?x=..", "http://a/g?x=.."),
            ("http://a/b/c?d", "?y", "http://a/b/c?y"),
            ("http://a/b/c?d", "#s", "http://a/b/c?d#s"),
            ("https://a/b", "//h/i", "https://h/i"), ("http://a", "g", "http://a/g"),
            ("http://a/b/", "mailto:x@y", "mailto:x@y"), ("http://a/b", "HTTP://X/y", "HTTP://X/y"),
            ("not a base", "g", "g"),
        ])
    func resolving(base: String, reference: String, expected: String) throws {
        let read = try ReadFeed(
            "<rss><channel><item><link>\(reference)</link></item></channel></rss>",
            hints: FeedHints(baseURL: base))
        #expect(read.episodes.first?.link == expected)
    }

    @Test("xml:base holds within its element, and nests")
    func xmlBase() throws {
        let read = try ReadFeed(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://a/b/">
            <entry xml:base="c/"><link href="1"/></entry><entry><link href="2"/></entry></feed>
            """)
        #expect(read.episodes.map(\.link) == ["http://a/b/c/1", "http://a/b/2"])
    }

    @Test("an identifier is never resolved")
    func identifier() throws {
        let read = try ReadFeed(
            "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://a/'><entry><id>x/y</id>"
                + "</entry></feed>")
        #expect(read.episodes.map(\.guid) == ["x/y"])
    }
}
