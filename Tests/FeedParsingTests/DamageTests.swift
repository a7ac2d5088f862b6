import ColumnModel
import FeedParsing
import Testing

@Suite("Damaged feeds")
struct DamageTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let text: String
        let titles: [String]
        var problem: FeedProblem.Kind?
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(
            name: "bare ampersand", text: "<item><title>R&D &nosuch; &copy=1</title></item>",
            titles: ["R&D &nosuch; &copy=1"]),
        Case(
            name: "entities of HTML",
            text: "<item><title>caf&eacute; &mdash; &hellip;</title></item>",
            titles: ["café — …"]),
        Case(
            name: "references to what XML forbids",
            text: "<item><title>x&#11;y&#0;z</title></item>",
            titles: ["xyz"]),
        Case(
            name: "references to windows-1252's places",
            text: "<item><title>It&#146;s</title></item>",
            titles: ["It’s"]),
        Case(
            name: "a pair of surrogates", text: "<item><title>&#55357;&#56832;</title></item>",
            titles: ["😀"]),
        Case(
            name: "stray bracket", text: "<item><title>1 < 2 <3</title></item>",
            titles: ["1 < 2 <3"]),
        Case(
            name: "unclosed item", text: "<item><title>a</title><item><title>b</title></item>",
            titles: ["a", "b"], problem: .malformed),
        Case(
            name: "unclosed title", text: "<item><title>a</item><item><title>b</title></item>",
            titles: ["a", "b"], problem: .malformed),
        Case(
            name: "unclosed CDATA at the end",
            text: "<item><title>a</title></item><item><title><![CDATA[b",
            titles: ["a", "b</channel></rss>"], problem: .truncated),
        Case(
            name: "cut within an item", text: "<item><title>a</title></item><item><titl",
            titles: ["a", ""], problem: .malformed),
        Case(
            name: "attribute without quotes",
            text: "<item><title>a</title><enclosure url=u/></item>",
            titles: ["a"]),
        Case(
            name: "a quote that never closes",
            text: "<item><title>a</title></item><item><title>b</title><link rel=\"x></item>",
            titles: ["a", "b"], problem: .malformed),
        Case(
            name: "double escaped", text: "<item><title>Tom &amp;amp; J&amp;#8217;s</title></item>",
            titles: ["Tom & J’s"]),
        Case(
            name: "tags in a title",
            text: "<item><title>&lt;b&gt;A&lt;/b&gt; &lt;x&gt;</title></item>",
            titles: ["A <x>"]),
    ]

    @Test("what can be read is read, and what was lost is told", arguments: cases)
    func damage(_ one: Case) throws {
        let read = try ReadFeed("<rss><channel>\(one.text)</channel></rss>")
        #expect(read.episodes.map { $0.title ?? "" } == one.titles)
        #expect(read.feed.problems.isEmpty == (one.problem == nil))
        if let problem = one.problem {
            #expect(read.feed.problems.contains { $0.kind == problem })
        }
    }

    @Test(
        "what stands before the feed is skipped",
        arguments: [
            "\n\n<?xml version='1.0'?>", "<br />\n<b>Warning</b>: mysql in <b>x.php</b>",
            "<!-- a <rss> b --><?xml-stylesheet href='x'?>", "junk & more <?xml version='1.0'?>",
        ])
    func junk(before: String) throws {
        let read = try ReadFeed("\(before)<rss><channel><title>T</title></channel></rss>")
        #expect(read.feed.title == "T")
    }

    @Test("entities cannot blow up, read files or fetch")
    func entities() throws {
        let read = try ReadFeed(
            """
            <!DOCTYPE rss SYSTEM "http://127.0.0.1:1/x.dtd" [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">
            <!ENTITY f SYSTEM "file:///etc/passwd"> <!ENTITY c '<item/>'>]>
            <rss><channel><title>[&a;|&b;|&c;|&f;]</title><item/></channel></rss>
            """)
        #expect(read.feed.title == "[aaaa|||&f;]")
        #expect(read.episodes.count == 1)
    }

    @Test("one long entity used often stays below the limit, and says so")
    func quadratic() throws {
        let value = String(repeating: "x", count: 50_000)
        let uses = String(repeating: "&a;", count: 10_000)
        let read = try ReadFeed(
            "<!DOCTYPE rss [<!ENTITY a \"\(value)\">]><rss><channel><title>\(uses)</title></channel></rss>"
        )
        #expect((read.feed.title?.utf8.count ?? 0) <= 1 << 20)
        #expect(read.feed.problems.contains { $0.kind == .tooLarge })
    }

    @Test("a text beyond the limit is cut, and says so; the episodes around it are kept")
    func largeText() throws {
        let long = String(repeating: "long text ", count: 600_000)
        let read = try ReadFeed(
            "<rss><channel><item><title>a</title></item><item><description><![CDATA[\(long)]]>"
                + "</description></item><item><title>c</title></item></channel></rss>")
        #expect(read.episodes.count == 3)
        #expect((read.episodes[1].summary?.utf8.count ?? 0) < 5 << 20)
        #expect(read.feed.problems.contains { $0.kind == .tooLarge })
    }

    @Test("an episode of nothing but kept elements, links or files is cut, and says so")
    func crowdedEpisode() throws {
        for element in ["<podcast:person/>", "<link rel='x' href='y'/>", "<enclosure url='u'/>"] {
            let crowd = String(repeating: element, count: 100_000)
            let read = try ReadFeed(
                "<rss><channel><item>\(crowd)</item><item><title>b</title></item></channel></rss>")
            let first = try #require(read.episodes.first)
            #expect(first.extensions.count + first.enclosures.count < 80_000)
            #expect(read.episodes.last?.title == "b")
            #expect(read.feed.problems.contains { $0.kind == .tooLarge })
        }
    }

    @Test("quotes that never match over megabytes hide only themselves")
    func wildQuotes() throws {
        let wild = String(repeating: "<a x='\" y=\">", count: 100_000)
        let read = try ReadFeed(
            "<rss><channel><item><title>a</title></item>\(wild)"
                + String(repeating: "</a>", count: 100_000)
                + "<item><title>b</title></item></channel></rss>")
        #expect(read.episodes.map(\.title) == ["a", "b"])
        #expect(read.feed.problems.contains { $0.kind == .malformed })
    }

    @Test("nesting beyond all reason neither crashes nor hides what comes after")
    func deep() throws {
        let depth = 20_000
        let read = try ReadFeed(
            "<rss><channel><item><title>a</title></item>" + String(repeating: "<d>", count: depth)
                + String(repeating: "</d>", count: depth)
                + "<item><title>b</title></item></channel></rss>")
        #expect(read.episodes.map(\.title) == ["a", "b"])
    }

    @Test("a feed that is cut gives what came before, wherever the cut is")
    func cut() throws {
        let text =
            "<rss><channel><item><title>a</title></item><item><title>b</title></item></channel></rss>"
        for length in 5..<text.utf8.count - 6 {
            let read = try ReadFeed(Array(text.utf8.prefix(length)))
            #expect(read.feed.problems.contains { $0.kind == .truncated }, "\(length)")
            let isFirstWhole = length >= "<rss><channel><item><title>a</title>".utf8.count
            #expect(!isFirstWhole || read.episodes.first?.title == "a", "\(length)")
        }
    }

    @Test("a cut JSON Feed gives the items before the cut")
    func cutJSON() throws {
        let read = try ReadFeed(
            #"{"version": "https://jsonfeed.org/version/1", "items": [{"id": "1"}, {"id": "2", "ti"#
        )
        #expect(read.episodes.map(\.guid) == ["1"])
        #expect(read.feed.problems.map(\.kind) == [.truncated])
    }

    @Test("children of other elements never leak into the channel or an episode")
    func leaks() throws {
        let read = try ReadFeed(
            """
            <rss xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
            <image><title>no</title><link>no</link></image><title>T</title><link>http://e/</link>
            <textInput><title>no</title><description>no</description></textInput>
            <podcast:liveItem status="live"><title>no</title><guid>no</guid></podcast:liveItem>
            <item><title>I</title><source url="x">no</source><other><title>no</title></other></item>
            <textInput><link>no</link></textInput></channel></rss>
            """)
        #expect(read.feed.title == "T")
        #expect(read.feed.link == "http://e/")
        #expect(read.feed.summary == nil)
        #expect(read.episodes.map(\.title) == ["I"])
        #expect(read.feed.extensions.map(\.name) == ["podcast:liveItem"])
    }
}
