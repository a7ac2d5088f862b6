import TestSupport
import Testing

/// What feeds and settings hide in addresses and texts does not come out with the data.
@Suite struct SecretTests {
    private let program = Program()
    private let server = LoopbackServer()

    @Test func loginsInAddressesAreNotExported() async throws {
        let feed = """
            <rss version="2.0"><channel><title>T\u{9B}\u{202E}x</title>
            <link>https://me:s3cret@site.test/</link><item><guid>1</guid><title>One</title>
            <link>https://me:s3cret@site.test/1</link>
            <enclosure url="https://me:s3cret@site.test/1.mp3" type="audio/mpeg" length="1"/>
            </item></channel></rss>
            """
        server.route("/feed.xml", serving: Content(text: feed))
        try await program.expect(0, "add", server.url("/feed.xml"))
        let runs = [
            try await program.expect(0, "export"),
            try await program.expect(0, "export", "--format", "json"),
            try await program.expect(0, "list", "--json"),
            try await program.expect(0, "list", "episodes", "--json"),
            try await program.expect(0, "show", "--json", "1"),
        ]
        for run in runs {
            #expect(!run.output.contains("s3cret"), "\(run.output)")
            let raw = run.output.unicodeScalars.filter { $0 == "\u{9B}" || $0 == "\u{202E}" }
            #expect(raw.isEmpty, "\(run.output)")
        }
        #expect(runs[0].output.contains("htmlUrl=\"https://site.test/\""), "\(runs[0].output)")
    }

    @Test(arguments: [[], ["--json"]]) func aProxysPasswordIsNotListed(options: [String])
        async throws
    {
        try await program.expect(0, "config", "set", "http.proxy", "http://me:s3cret@proxy.test:80")
        let list =
            options.isEmpty
            ? try await program.expect(0, "config", "list")
            : try await program.expect(0, "config", "list", "--json")
        #expect(list.output.contains("me:***@proxy.test"), "\(list.output)")
        #expect(!list.output.contains("s3cret"))
    }

    /// sd-bus waits 90 s for a bus that accepts and says nothing; we do not.
    @Test(.timeLimit(.minutes(1))) func aSilentBusIsGivenUp() async throws {
        server.routeFixtures()
        let path = program.home.path("silent")
        let bus = LocalSocket(path: path, isStream: true)
        #expect(bus.descriptor >= 0)
        let url = server.url("/lamplight/feed.xml").replacing("http://", with: "http://me:secret@")
        let added = try await ChildProcess.run(
            BuiltBinary.path(), ["add", url],
            environment: program.environment.merging(
                ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"]) { _, new in new })
        #expect(added.ending == .exited(0), "\(added.errors)")
        // It was there all the time.
        withExtendedLifetime(bus) {}
    }
}
