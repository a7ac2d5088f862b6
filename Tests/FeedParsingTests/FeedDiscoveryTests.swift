import ColumnModel
import FeedParsing
import Testing

@Suite("Feeds behind a page")
struct FeedDiscoveryTests {
    private func links(_ page: String) -> [ParsedFeedLink] {
        FeedDiscovery.links(
            inPage: Array(page.utf8), hints: FeedHints(baseURL: "https://site.example/blog/"))
    }

    @Test("alternate links are found, resolved, comments last")
    func alternates() {
        let found = links(
            """
            <!doctype html><html><head><script>var a = "<link rel=alternate href=no>";</script>
            <LINK rel="alternate" type="application/rss+xml" title="Comments Feed" href="/comments/feed/">
            <link href=feed.xml REL='Alternate' TYPE='application/atom+xml; charset=utf-8' title="Blog &amp; Pod">
            <link rel="alternate" hreflang="de" href="/de/"><link rel="stylesheet" href="x.css">
            <link rel="alternate" type="application/rss+xml" href="/comments/feed/">
            </head><body><a href="/other.rss">x</a>
            """)
        #expect(
            found == [
                ParsedFeedLink(
                    url: "https://site.example/blog/feed.xml", title: "Blog & Pod",
                    type: "application/atom+xml"),
                ParsedFeedLink(
                    url: "https://site.example/comments/feed/", title: "Comments Feed",
                    type: "application/rss+xml"),
            ])
    }

    @Test("the page's base counts")
    func base() {
        let found = links(
            "<base href='//cdn.example/x/'><link rel=feed href='y.xml'><base href='http://no/'>")
        #expect(found.map(\.url) == ["https://cdn.example/x/y.xml"])
    }

    @Test("without a marked link, links that look like feeds are taken")
    func guesses() {
        let found = links(
            "<a href='/about'>a</a><a href='/podcast/feed?x=1'>f</a><a href='feed:https://e/r'>g</a>"
                + "<a href='javascript:alert(1)//.rss'>h</a>")
        #expect(found.map(\.url) == ["https://site.example/podcast/feed?x=1", "https://e/r"])
    }

    @Test("a page without feeds has none")
    func none() {
        #expect(links("<p>nothing <b>here").isEmpty)
    }
}
