@preconcurrency import Glibc
import TestSupport
import Testing

/// `column devices` and directories, as a user drives them.
@Suite(.timeLimit(.minutes(5))) struct DevicesTests {
    private let server = LoopbackServer()

    private func serveFeed(_ name: String) -> String {
        let feed = RSSFeed(
            title: "Feed \(name)",
            items: (1...3).map {
                RSSFeed.Item(
                    guid: "\(name)-\($0)", title: "Episode \($0)",
                    audioURL: server.url("/\(name)/\($0).mp3"))
            })
        server.route("/\(name).xml", serving: Content(text: feed.text))
        return server.url("/\(name).xml")
    }

    private func logIn(
        _ program: Program, _ devices: DeviceServerDouble, kind: DeviceServerDouble.Kind
    ) async throws {
        try await program.expect(
            0, "devices", "login", devices.url, "--kind", kind.rawValue, "--user",
            DeviceServerDouble.user, "--password-stdin",
            input: .bytes(Array("\(devices.password)\n".utf8)))
    }

    @Test(arguments: DeviceServerDouble.Kind.allCases)
    func twoHomesComeToTheSame(_ kind: DeviceServerDouble.Kind) async throws {
        let devices = DeviceServerDouble(kind) { Int64(time(nil)) }
        let (desk, couch) = (Program(), Program())
        try await desk.expect(0, "add", serveFeed("one"))
        try await desk.expect(0, "mark", "played", "1")
        // Nothing is sent before a login.
        try await desk.expect(0, "sync")
        #expect(devices.log.entries.isEmpty)
        for program in [desk, couch] { try await logIn(program, devices, kind: kind) }
        let plan = try await desk.json("devices", "--plan")
        #expect(plan["addedThere"]?.elements.count == 1 && plan["sent"]?.int == 1)
        #expect(devices.subscriptions.isEmpty && devices.actions.isEmpty)
        try await desk.expect(0, "devices", "sync")
        #expect(devices.subscriptions.count == 1 && devices.actions.count == 1)
        // The feed is fetched at once, so that the mark finds its episode.
        try await couch.expect(0, "devices", "sync")
        let episodes = try await couch.episodes()
        #expect(episodes.count == 3)
        #expect(episodes.first { $0["guid"]?.string == "one-1" }?["played"]?.bool == true)
        let status = try await couch.json("devices", "status")
        #expect(status["waiting"]?.int == 0 && status["synced"]?.int != nil)
        try await couch.expect(0, "devices", "logout")
        #expect(try await couch.json("devices")["loggedIn"]?.bool == false)
        try await couch.expect(5, "devices", "sync")
    }

    @Test func syncOfFeedsSyncsDevicesToo() async throws {
        let devices = DeviceServerDouble(.gpodder) { Int64(time(nil)) }
        let program = Program()
        try await logIn(program, devices, kind: .gpodder)
        devices.change(add: [serveFeed("two")])
        let events = try await program.events(0, "sync")
        #expect(
            events.first { $0["event"]?.string == "devices" }?["addedHere"]?.elements.count == 1)
        #expect(try await program.episodes().count == 3)
        // A server that is away does not stop feeds, and is said.
        devices.trouble { _ in .status(500) }
        let run = try await program.expect(3, "sync")
        #expect(run.errors.contains("Devices: The server answered 500"), "\(run.errors)")
        try await program.expect(0, "config", "set", "devices.sync", "off")
        try await program.expect(0, "sync")
    }

    @Test func lostServerIsSaidAndPutRight() async throws {
        let devices = DeviceServerDouble(.gpodder) { Int64(time(nil)) }
        let program = Program()
        try await program.expect(0, "add", serveFeed("three"))
        try await logIn(program, devices, kind: .gpodder)
        try await program.expect(0, "devices", "sync")
        devices.wipe()
        let run = try await program.expect(3, "devices", "sync")
        #expect(run.errors.contains("lost 1 column of yours; nothing was removed here"))
        #expect(run.errors.contains("--restore-server"))
        #expect(try await program.json("list")["columns"]?.elements.count == 1)
        try await program.expect(0, "devices", "sync", "--restore-server")
        #expect(devices.subscriptions.count == 1)
    }

    @Test func badLoginsAreRefusedInWords() async throws {
        let devices = DeviceServerDouble(.gpodder, password: "right") { Int64(time(nil)) }
        let program = Program()
        let refused = try await program.expect(
            7, "devices", "login", devices.url, "--user", "anna", "--password-stdin",
            input: .bytes(Array("wrong-canary\n".utf8)))
        #expect(refused.errors.contains("refused the user name or the password"))
        #expect(!refused.errors.contains("canary"))
        try await program.expect(2, "devices", "login", devices.url, "--password-stdin")
        try await program.expect(
            2, "devices", "login", "nonsense", "-u", "a", "--password-stdin",
            input: .bytes([0x0A]))
        server.routeRest { _ in Response(status: 200, text: "<html>Hotel</html>") }
        let page = try await program.expect(
            3, "devices", "login", server.base, "--kind", "nextcloud", "-u", "a",
            "--password-stdin", input: .bytes([0x0A]))
        #expect(page.errors.contains("no answer of such a server"))
        #expect(try await program.json("devices")["loggedIn"]?.bool == false)
    }

    @Test func directoryResultsSubscribeByNumber() async throws {
        let program = Program()
        let feed = serveFeed("found")
        server.route("/search") { _ in
            Response(
                headers: ["Content-Type": "text/javascript"],
                body: Array(
                    """
                    {"resultCount":1,"results":[{"collectionName":"Wild\\u001b[31m\\u202e one",
                    "artistName":"Bo","feedUrl":"\(feed)","trackCount":3}]}
                    """.utf8))
        }
        try await program.expect(0, "config", "set", "directory.itunes", server.base)
        let shown = try await program.expect(0, "search", "--directory", "wild one")
        #expect(shown.output.contains("Wild") && !shown.output.contains("\u{1B}"))
        #expect(!shown.output.contains("\u{202E}"))
        let json = try await program.json("search", "--directory", "wild")
        #expect(json["podcasts"]?.elements.first?["url"]?.string == feed)
        try await program.expect(0, "add", "1")
        #expect(try await program.episodes().count == 3)
        let missing = try await program.expect(5, "add", "9")
        #expect(missing.errors.contains("no number 9"))
        // One directory that fails does not stop the other.
        try await program.expect(
            0, "config", "set", "directory.podcast-index-key", "-",
            input: .bytes(Array("KEYCANARY SECRETCANARY\n".utf8)))
        try await program.expect(
            0, "config", "set", "directory.podcast-index", "http://127.0.0.1:1")
        let half = try await program.expect(3, "search", "--directory", "wild")
        #expect(half.output.contains("Wild") && half.errors.contains("podcast-index"))
        #expect(!(half.output + half.errors).contains("CANARY"))
        let key = try await program.expect(0, "config", "get", "directory.podcast-index-key")
        #expect(key.output == "***\n")
    }
}
