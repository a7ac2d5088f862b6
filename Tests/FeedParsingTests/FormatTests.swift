import ColumnModel
import FeedParsing
import Testing

@Suite("Feed formats")
struct FormatTests {
    @Test("an RSS 2.0 podcast is read whole")
    func rss() throws {
        let read = try ReadFeed(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
            <channel><title>The  Show</title><link>https://show.example/</link>
            <description>About &lt;b&gt;things&lt;/b&gt;</description><language>de</language>
            <itunes:author>Ann</itunes:author><itunes:image href="https://show.example/a.jpg"/>
            <itunes:explicit>no</itunes:explicit><itunes:type>serial</itunes:type><ttl>60</ttl>
            <skipHours><hour>3</hour></skipHours><skipDays><day>Sunday</day></skipDays>
            <item><title>One</title><guid isPermaLink="false">g1</guid>
            <pubDate>Tue, 10 Oct 2023 08:46:31 +0000</pubDate>
            <enclosure url="https://cdn.example/1.mp3?a=1&amp;b=2" type="Audio/MPEG" length="1234"/>
            <itunes:duration>1:02:03</itunes:duration><itunes:season>2</itunes:season>
            <itunes:episode>7</itunes:episode><itunes:episodeType>Bonus</itunes:episodeType></item>
            <item><title>Two</title></item></channel></rss>
            """)
        #expect(read.feed.kind == .rss)
        #expect(read.feed.version == "2.0")
        #expect(read.feed.title == "The Show")
        #expect(read.feed.link == "https://show.example/")
        #expect(read.feed.summary == "About <b>things</b>")
        #expect(read.feed.author == "Ann")
        #expect(read.feed.imageURL == "https://show.example/a.jpg")
        #expect(read.feed.isExplicit == false)
        #expect(read.feed.isSerial == true)
        #expect(read.feed.refreshInterval == .seconds(3_600))
        #expect(read.feed.skippedHours == [3])
        #expect(read.feed.skippedDays == [0])
        #expect(read.feed.problems.isEmpty)
        #expect(read.episodes.map(\.title) == ["One", "Two"])
        let first = try #require(read.episodes.first)
        #expect(first.guid == "g1")
        #expect(first.published == Timestamp(secondsSince1970: 1_696_927_591))
        #expect(
            first.enclosures == [
                Enclosure(
                    url: "https://cdn.example/1.mp3?a=1&b=2", type: "audio/mpeg", length: 1_234)
            ])
        #expect(first.duration == .seconds(3_723))
        #expect(first.season == 2)
        #expect(first.number == 7)
        #expect(first.type == "bonus")
    }

    @Test("an Atom feed is read, xhtml content without its wrapping div")
    func atom() throws {
        let read = try ReadFeed(
            """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/b/">
            <title type="html">A &amp;amp; B</title><link href="/home"/>
            <entry><id>urn:1</id><title>First</title><link href="1.html"/>
            <link rel="enclosure" href="1.ogg" type="audio/ogg" length="9"/>
            <updated>2023-01-02T03:04:05Z</updated><summary>short</summary>
            <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">x &lt; <b>y</b><br/></div>
            </content></entry></feed>
            """)
        #expect(read.feed.kind == .atom)
        #expect(read.feed.version == "1.0")
        #expect(read.feed.title == "A & B")
        #expect(read.feed.titleMarkup == "A &amp; B")
        #expect(read.feed.link == "https://a.example/home")
        let entry = try #require(read.episodes.first)
        #expect(entry.guid == "urn:1")
        #expect(entry.link == "https://a.example/b/1.html")
        #expect(entry.enclosures.first?.url == "https://a.example/b/1.ogg")
        #expect(entry.published == Timestamp(secondsSince1970: 1_672_628_645))
        #expect(entry.summary == "short")
        #expect(entry.content == Article(body: "x &lt; <b>y</b><br />", format: .html))
    }

    @Test("RDF items stand beside the channel")
    func rdf() throws {
        let read = try ReadFeed(
            """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" \
            xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
            <channel rdf:about="x"><title>C</title><items><rdf:Seq/></items></channel>
            <image><title>not this</title><url>http://e.example/i.png</url></image>
            <item rdf:about="http://e.example/1"><title>I</title><dc:date>2002-09-28</dc:date></item>
            </rdf:RDF>
            """)
        #expect(read.feed.kind == .rdf)
        #expect(read.feed.version == "1.0")
        #expect(read.feed.title == "C")
        #expect(read.feed.imageURL == "http://e.example/i.png")
        #expect(read.episodes.map(\.guid) == ["http://e.example/1"])
        #expect(read.episodes.first?.published == Timestamp(secondsSince1970: 1_033_171_200))
    }

    @Test("a JSON Feed is read")
    func json() throws {
        let read = try ReadFeed(
            """
            {"version": "https://jsonfeed.org/version/1.1", "title": "J \\u00e9",
             "home_page_url": "https://j.example/", "authors": [{"name": "Bo"}],
             "items": [{"id": 5, "title": "One", "content_html": "<p>x</p>",
              "date_published": "2020-08-07T11:44:36-05:00",
              "attachments": [{"url": "https://j.example/1.mp3", "mime_type": "audio/mpeg",
               "size_in_bytes": 12, "duration_in_seconds": 65}]}, {"id": "6"}]}
            """)
        #expect(read.feed.kind == .json)
        #expect(read.feed.title == "J é")
        #expect(read.feed.author == "Bo")
        #expect(read.episodes.map(\.guid) == ["5", "6"])
        let first = try #require(read.episodes.first)
        #expect(first.content == Article(body: "<p>x</p>", format: .html))
        #expect(first.duration == .seconds(65))
        #expect(
            first.enclosures == [
                Enclosure(url: "https://j.example/1.mp3", type: "audio/mpeg", length: 12)
            ])
        #expect(first.published == Timestamp(secondsSince1970: 1_596_818_676))
    }

    @Test(
        "what is no feed says what it is",
        arguments: [
            ("", FeedParsingError.empty), (" \n", .empty),
            ("<!DOCTYPE html><html><body>log in</body></html>", .notAFeed(.webPage)),
            (
                "<html><body><pre><rss><channel><title>T</title></channel></rss></pre>",
                .notAFeed(.webPage)
            ),
            ("<opml version='2.0'><body/></opml>", .notAFeed(.opml)),
            ("<error>no</error>", .notAFeed(.xml(root: "error"))),
            (#"{"error": "gone"}"#, .notAFeed(.json)), ("Not found", .notAFeed(.text)),
            ("ID3\u{3}\u{0}", .notAFeed(.binary)),
        ])
    func refusals(text: String, error: FeedParsingError) {
        #expect(throws: error) { try ReadFeed(text) }
    }

    @Test("a feed within a page is read, and so is one behind another")
    func wrapped() throws {
        let read = try ReadFeed(
            """
            <!DOCTYPE html><html><body><feed xmlns="http://www.w3.org/2005/Atom"><title>T</title>
            <entry><title>a</title></entry></feed></body></html>
            <rss><channel><item><title>b</title></item></channel></rss>
            """)
        #expect(read.episodes.map(\.title) == ["a", "b"])
    }

    @Test("an error of the episode's taker comes through")
    func errorsPass() {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try parseFeed(Array("<rss><channel><item/></channel></rss>".utf8)) { _ in throw Stop() }
        }
    }

    @Test("a feed may come in pieces of any size", arguments: [1, 7, 100])
    func pieces(size: Int) throws {
        let text =
            "<rss version='2.0'><channel><item><title>Ünï &amp; 漢</title></item></channel></rss>"
        var rest = Array(text.utf8)[...]
        var titles: [String?] = []
        _ = try parseFeed(
            from: { buffer in
                let piece = rest.prefix(size)
                rest = rest.dropFirst(size)
                buffer.copyBytes(from: piece)
                return piece.count
            }, onEpisode: { titles.append($0.title) })
        #expect(titles == ["Ünï & 漢"])
    }
}
