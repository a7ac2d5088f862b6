import ColumnModel
import FeedParsing
import Testing

@Suite("Namespaces")
struct NamespaceTests {
    @Test(
        "itunes is known by any prefix, case, scheme and slash, and by its bare prefix",
        arguments: [
            ("xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'", "itunes"),
            ("xmlns:x='HTTPS://www.iTunes.com/DTDs/Podcast-1.0.dtd/'", "x"), ("", "itunes"),
        ])
    func prefixes(declaration: String, prefix: String) throws {
        let read = try ReadFeed(
            "<rss \(declaration)><channel><item><\(prefix):duration>62</\(prefix):duration>"
                + "</item></channel></rss>")
        #expect(read.episodes.first?.duration == .seconds(62))
    }

    @Test("an element of a foreign namespace is not the one of RSS")
    func foreign() throws {
        let item = try ReadFeed.item("<x:title xmlns:x='urn:x'>no</x:title><title>yes</title>")
        #expect(item.title == "yes")
    }

    @Test("a default namespace that nobody knows is the feed's own")
    func unknownDefault() throws {
        let read = try ReadFeed(
            "<rss xmlns='urn:mine'><channel><title>T</title><item><title>I</title></item>"
                + "</channel></rss>")
        #expect(read.feed.title == "T")
        #expect(read.episodes.map(\.title) == ["I"])
    }

    @Test("the description is the short text, content:encoded the article")
    func content() throws {
        let item = try ReadFeed.item(
            "<content:encoded><![CDATA[<p>long</p>]]></content:encoded>"
                + "<itunes:summary>other</itunes:summary><description>short</description>")
        #expect(item.summary == "short")
        #expect(item.content == Article(body: "<p>long</p>", format: .html))
    }

    @Test("Podcasting 2.0 elements are kept with attributes, text and children")
    func podcasting() throws {
        let item = try ReadFeed.item(
            """
            <podcast:transcript url="https://e/t.srt" type="application/srt"/>
            <podcast:person role="host" img="https://e/p.jpg">Ann</podcast:person>
            <podcast:season name="x">3</podcast:season><podcast:episode>4.5</podcast:episode>
            <podcast:value type="lightning"><podcast:valueRecipient name="a" split="5"/></podcast:value>
            <podcast:alternateEnclosure type="audio/opus" length="9">
            <podcast:source uri="https://e/a.opus"/></podcast:alternateEnclosure>
            """)
        #expect(item.season == 3)
        #expect(item.number == 4)
        #expect(
            item.alternates == [
                Enclosure(url: "https://e/a.opus", type: "audio/opus", length: 9)
            ])
        let names = item.extensions.map(\.name)
        #expect(names.contains("podcast:transcript"))
        #expect(item.extensions.first { $0.name == "podcast:person" }?.text == "Ann")
        #expect(
            item.extensions.first { $0.name == "podcast:value" }?.children.first?.attribute("split")
                == "5")
    }

    @Test("what the channel says of itself by Podcasting 2.0, paging, moving and updates")
    func channel() throws {
        let read = try ReadFeed(
            """
            <rss xmlns:podcast="https://podcastindex.org/namespace/1.0"
             xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
             xmlns:atom="http://www.w3.org/2005/Atom"
             xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
            <podcast:guid>917393e3</podcast:guid><podcast:locked owner="a@b">yes</podcast:locked>
            <podcast:funding url="https://e/f">Give</podcast:funding>
            <atom:link rel="next" href="https://e/feed?page=2"/><atom:link rel="self" href="https://e"/>
            <sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency>
            <itunes:new-feed-url>https://new.example/feed</itunes:new-feed-url></channel></rss>
            """)
        #expect(read.feed.guid == "917393e3")
        #expect(read.feed.nextPageURL == "https://e/feed?page=2")
        #expect(read.feed.newFeedURL == "https://new.example/feed")
        #expect(read.feed.refreshInterval == .seconds(43_200))
        #expect(read.feed.link == nil)
        #expect(read.feed.extensions.contains { $0.attribute("url") == "https://e/f" })
    }

    @Test("chapters in the feed are read")
    func simpleChapters() throws {
        let item = try ReadFeed.item(
            """
            <psc:chapters><psc:chapter start="00:00:00" title="A &amp; B" image="i.png"/>
            <psc:chapter start="3:07.250" title="C" href="https://e/c"/>
            <psc:chapter start="x" title="no"/></psc:chapters>
            """)
        #expect(
            item.chapters == [
                Chapter(start: .zero, title: "A & B", imageURL: "i.png"),
                Chapter(start: .milliseconds(187_250), title: "C", url: "https://e/c"),
            ])
    }

    @Test("Media RSS fills what the episode itself lacks")
    func media() throws {
        let item = try ReadFeed.item(
            """
            <media:group><media:content url="https://e/v.mp4" type="video/mp4" fileSize="7"
             duration="62"><media:title>M</media:title></media:content>
            <media:thumbnail url="https://e/t.jpg"/><media:description>D</media:description>
            </media:group>
            """)
        #expect(item.title == "M")
        #expect(item.summary == "D")
        #expect(item.imageURL == "https://e/t.jpg")
        #expect(item.duration == .seconds(62))
        #expect(item.alternates.map(\.url) == ["https://e/v.mp4"])
        #expect(item.enclosures.isEmpty)
    }

    @Test(
        "explicit is yes, no or nothing",
        arguments: [
            ("yes", true), ("True", true), ("explicit", true), ("no", false), ("clean", false),
            ("maybe", nil),
        ] as [(String, Bool?)])
    func explicit(text: String, value: Bool?) throws {
        #expect(try ReadFeed.item("<itunes:explicit>\(text)</itunes:explicit>").isExplicit == value)
    }

    @Test("enclosures without an address are none; lengths that are no number are nil")
    func enclosures() throws {
        let item = try ReadFeed.item(
            """
            <enclosure length="1" type="audio/mpeg"/><enclosure url=" https://e/b c.ogg\n" length="1.5"/>
            <enclosure url="https://e/i.jpg" length="" type=" Image/JPEG "/>
            """)
        #expect(
            item.enclosures == [
                Enclosure(url: "https://e/b c.ogg", type: nil, length: nil),
                Enclosure(url: "https://e/i.jpg", type: "image/jpeg", length: nil),
            ])
    }

    @Test("a guid is a link unless it says that it is none")
    func permalink() throws {
        #expect(try ReadFeed.item("<guid>https://e/1</guid>").link == "https://e/1")
        #expect(
            try ReadFeed.item("<guid isPermaLink='false'>g</guid>").link == nil)
        #expect(
            try ReadFeed.item("<guid>https://e/1</guid><link>https://e/2</link>").link
                == "https://e/2")
    }

    @Test("the file made for listening comes first, whatever the feed's order and labels")
    func mediaOrder() throws {
        let item = try ReadFeed.item(
            """
            <enclosure url="https://e/cover" type="image/jpeg"/><enclosure url="https://e/v.mp4"/>
            <enclosure url="https://e/x"/><enclosure url="https://e/a.mp3?x=.jpg" type="text/plain"/>
            <media:content url="https://e/b.ogg"/><media:content url="https://e/x" type="audio/mpeg"/>
            """)
        #expect(
            item.media.map(\.url) == [
                "https://e/a.mp3?x=.jpg", "https://e/b.ogg", "https://e/v.mp4", "https://e/x",
                "https://e/cover",
            ])
    }
}
