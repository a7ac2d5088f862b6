import TestSupport
import Testing

/// Faults of this computer's files are told as such, never as the network's.
@Suite struct LocalFailureTests {
    private let program = Program()
    private let server = LoopbackServer()

    @Test func aMediaFolderThatIsAFileIsNoNetworkFault() async throws {
        server.route("/a.mp3", serving: Content(text: "x"))
        try await program.subscribe(toAudioOf: server)
        program.home.write([], to: "column/media")
        let events = try await program.events(1, "download", "--all")
        let error = try #require(events.first { $0["event"]?.string == "error" })
        #expect(error["code"]?.string == "file")
        let words = try await program.expect(1, "download", "--all")
        #expect(words.errors.contains("column/media"), "\(words.errors)")
        #expect(!words.errors.contains("server"), "\(words.errors)")
    }

    @Test(arguments: ["file:///etc/passwd", "gopher://127.0.0.1/x.mp3"])
    func anAddressOfAnotherKindSaysSo(address: String) async throws {
        let feed = RSSFeed.single(audioURL: address)
        server.route("/feed.xml", serving: Content(text: feed.text))
        try await program.expect(0, "add", server.url("/feed.xml"))
        let events = try await program.events(3, "download", "--all")
        let error = try #require(events.first { $0["event"]?.string == "error" })
        #expect(error["code"]?.string == "scheme")
        #expect(error["message"]?.string?.contains("kind that is not fetched") == true)
    }

    @Test(
        arguments: [("/tmp", 2), ("./nowhere.mp3", 5), ("../x", 5), ("~/x", 5), (".", 2)]
            as [(String, Int32)])
    func aPathIsNoWordOfATitle(path: String, code: Int32) async throws {
        // A title in which all these stand.
        let feed = RSSFeed(title: "/tmp ./nowhere.mp3 ../x ~/x .", items: [])
        server.route("/feed.xml", serving: Content(text: feed.text))
        try await program.expect(0, "add", server.url("/feed.xml"))
        let result = try await program.expect(code, "play", "--output", "null", path)
        #expect(
            result.errors.contains("\(path) \(code == 5 ? "cannot be read" : "is a folder")"),
            "\(result.errors)")
    }
}
