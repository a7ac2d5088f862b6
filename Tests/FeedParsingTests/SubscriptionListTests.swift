import ColumnModel
import FeedParsing
import Testing

@Suite("Lists of subscriptions")
struct SubscriptionListTests {
    @Test("nested outlines give folders; text and title, odd cases and schemes are understood")
    func nested() throws {
        let list = """
            <?xml version="1.0"?><opml version="1.0"><head><title>mine</title></head><body>
            <outline text="News &amp; more"><outline title="Deep">
            <outline type="rss" text="A" title="The A" xmlUrl="https://e/a?x=1&y=2" htmlUrl="https://e/"/>
            </outline><outline text="B" xmlurl="feed://e/b"></outline></outline>
            <outline text="C" XMLURL="pcast:https://e/c" category="/One/Two,/Three"/>
            <outline text="again" xmlUrl="https://e/a?x=1&amp;y=2"/>
            <outline text="command" xmlUrl="|cat /etc/passwd"/><outline text="none" xmlUrl=""/>
            <outline text="filter" xmlUrl="filter:/bin/sh:http://e/x"/></body></opml>
            """
        #expect(
            try OPML.subscriptions(in: Array(list.utf8)) == [
                ParsedSubscription(
                    feedURL: "https://e/a?x=1&y=2", title: "The A", pageURL: "https://e/",
                    folders: ["News & more", "Deep"]),
                ParsedSubscription(feedURL: "http://e/b", title: "B", folders: ["News & more"]),
                ParsedSubscription(feedURL: "https://e/c", title: "C", folders: ["One", "Two"]),
            ])
    }

    @Test(
        "a broken list is read as far as it goes",
        arguments: [
            "<opml><outline xmlUrl='https://e/a'>", "<outline xmlUrl='https://e/a'/>",
            "<opml><body><outline text='x'><outline xmlUrl='https://e/a'/></body>",
            "\u{FEFF}<opml><body><outline text=\"a < b\" xmlUrl='https://e/a' /></body></opml>",
        ])
    func broken(text: String) throws {
        #expect(try OPML.subscriptions(in: Array(text.utf8)).map(\.feedURL) == ["https://e/a"])
    }

    @Test(
        "what is no list says so",
        arguments: [
            ("", FeedParsingError.empty), ("<rss/>", .notAFeed(.xml(root: "rss"))),
            ("hello", .notAFeed(.text)),
        ])
    func refused(text: String, error: FeedParsingError) {
        #expect(throws: error) { try OPML.subscriptions(in: Array(text.utf8)) }
    }

    @Test("what is written is read again the same, folders too")
    func roundTrip() throws {
        let all = [
            ParsedSubscription(feedURL: "https://e/1?a=1&b=2", title: "\"One\" <1>"),
            ParsedSubscription(feedURL: "https://e/2", title: "Zwei", folders: ["A", "B & C"]),
            ParsedSubscription(
                feedURL: "https://e/3", title: "3", pageURL: "https://e/", folders: ["A"]),
        ]
        let document = OPML.document(title: "<mine>", all)
        #expect(try OPML.subscriptions(in: Array(document.utf8)) == all)
    }
}
