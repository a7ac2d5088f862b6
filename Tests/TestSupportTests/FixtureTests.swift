import TestSupport
import Testing

@Suite struct FixtureTests {
    @Test(arguments: ["night-post", "lamplight"])
    func feedsNameFilesThatAreServed(column: String) {
        let server = LoopbackServer()
        server.routeFixtures()
        let feed = RawClient.fetch(server.port, "/\(column)/feed.xml")
        #expect(feed.head.contains("Content-Type: application/rss+xml; charset=utf-8"))
        let text = String(decoding: feed.body, as: UTF8.self)
        #expect(!text.contains("{{base}}"))
        let addresses = text.split(separator: "url=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
        #expect(addresses.count >= 4)
        for address in addresses {
            #expect(address.hasPrefix(server.base))
            let file = RawClient.fetch(server.port, String(address.dropFirst(server.base.count)))
            #expect(file.head.first == "HTTP/1.1 200 OK", "\(address)")
        }
        for enclosure in text.split(separator: "<enclosure ").dropFirst() {
            let parts = enclosure.split(separator: "\"")
            let file = RawClient.fetch(server.port, String(parts[1].dropFirst(server.base.count)))
            #expect(String(file.body.count) == parts[3])
        }
    }

    @Test func pagesNameTheFeedAndNothingAboveIsServed() {
        let server = LoopbackServer()
        server.routeFixtures()
        let page = RawClient.fetch(server.port, "/night-post/")
        let text = String(decoding: page.body, as: UTF8.self)
        #expect(text.contains("href=\"/night-post/feed.xml\""))
        let above = RawClient.fetch(server.port, "/../Package.swift")
        #expect(above.head.first?.contains("404") == true)
    }

    @Test func serverProgramEndsWithItsInput() async throws {
        let child = try ChildProcess(BuiltBinary.path("fixture-server"), input: .pipe)
        let line = try await child.wait(forText: "\n")
        let port = try #require(UInt16(line.dropFirst("PORT ".count).dropLast()))
        #expect(RawClient.fetch(port, "/columns.opml").head.first == "HTTP/1.1 200 OK")
        child.closeInput()
        #expect(try await child.waitForExit().ending == .exited(0))
    }
}
