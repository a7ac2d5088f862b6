import TestSupport
import Testing

/// Images of articles that are kept for reading without a network.
@Suite struct ArticleImageTests {
    private let program = Program()
    private let server = LoopbackServer()

    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]

    private func subscribe() async throws {
        let host: String = server.base
        let article = """
            <p>Look: <img src="\(host)/map.png?a=1&amp;b=2" alt="A map"></p>
            <p><img src="\(host)/page.html" alt="A page"> and <img src='/gone.gif'></p>
            """
        let feed = RSSFeed(
            title: "Maps",
            items: ["one", "two"].map { (name: String) in
                .init(guid: name, title: "Map \(name)", audioURL: nil, article: article)
            })
        server.route("/feed.xml", serving: Content(text: feed.text))
        server.route("/map.png", serving: Content(Self.png, type: "text/plain"))
        server.route("/page.html", serving: Content(text: "<html>", type: "image/png"))
        try await program.expect(0, "add", server.url("/feed.xml"))
    }

    @Test func areFetchedOnceAndNamedByTheirFiles() async throws {
        try await subscribe()
        #expect(server.log.entries(of: "/map.png?a=1&b=2").isEmpty)
        try await program.expect(
            0, "config", "set", "--column", "1", "sync.images", "on")
        let events = try await program.events(0, "sync")
        let images = try #require(events.first { $0["event"]?.string == "images" })
        #expect(images["fetched"]?.int == 2, "\(events)")
        try await program.expect(0, "sync")
        let asked = server.log.entries.filter { "\($0)".contains("/map.png") }
        #expect(asked.count == 1, "\(asked)")

        // From here on there is no network.
        server.stop()
        let json = try await program.json("read", "one")
        let file = try #require(json["images"]?.elements.first?["file"]?.string)
        #expect(readFile(file) == Self.png && fileMode(file) == 0o600 && file.hasSuffix(".png"))
        #expect(
            json["images"]?.elements.dropFirst().allSatisfy { $0["file"]?.string == nil } == true)
        let text = try await program.expect(0, "read", "--width", "200", "one").output
        #expect(text.contains("Look: [image: A map — \(file)]"))
        #expect(text.contains("[image: A page] and [image]"))
        let markdown = try await program.expect(0, "read", "--markdown", "one").output
        #expect(markdown.contains("![A map](\(file))"))
        let html = try await program.expect(0, "read", "--html", "one").output
        #expect(html.contains("src=\"file://\(file)\""))
        try program.expectSoundLibrary()
    }

    @Test func otherColumnsKeepNone() async throws {
        try await subscribe()
        try await program.expect(0, "sync")
        #expect(server.log.entries.allSatisfy { !"\($0)".contains("/map.png") })
        let text = try await program.expect(0, "read", "one").output
        #expect(text.contains("Look: [image: A map]"))
    }
}
