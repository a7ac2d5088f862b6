import TestSupport
import Testing

/// The program with a long episode, buses and a sound server of its own.
struct PlayerScene {
    let program = Program()
    private let server = LoopbackServer()
    var extra: [String: String] = [:]

    /// What the program sees: no bus and no sound server but those of the test.
    var environment: [String: String] {
        program.environment.merging([
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere",
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere", "PULSE_SERVER": "unix:/nowhere",
        ]) { $1 }.merging(extra) { $1 }
    }

    /// Subscribes to two episodes of ten minutes each and fetches them.
    func prepare() async throws {
        let items = (1...2).map { number in
            server.route(
                "/\(number).mp3",
                serving: Content(
                    FakeMP3.bytes(count: 9_600_000, seed: UInt64(number)), etag: "\"\(number)\""))
            return RSSFeed.Item(
                guid: "part-\(number)", title: "Part \(number)",
                audioURL: server.url("/\(number).mp3"), length: 9_600_000)
        }
        server.route(
            "/feed.xml", serving: Content(text: RSSFeed(title: "Long", items: items).text))
        try await program.expect(0, "add", server.url("/feed.xml"))
        try await program.expect(0, "download", "--all")
    }

    func start(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess(
            BuiltBinary.path(), arguments, environment: environment, directory: program.home.path)
    }

    @discardableResult
    func run(
        _ arguments: String..., exit code: Int32? = 0,
        at location: SourceLocation = #_sourceLocation
    ) async throws -> ProcessResult {
        let result = try await ChildProcess.run(
            BuiltBinary.path(), arguments, environment: environment, directory: program.home.path)
        if let code {
            #expect(
                result.ending == .exited(code), "\(arguments): \(result.output)\(result.errors)",
                sourceLocation: location)
        }
        return result
    }

    /// What the player says of itself; nil without a player.
    func status() async throws -> JSONValue? {
        let result = try await run("status", "--json", exit: nil)
        return result.exitCode == 0 ? try JSONValue(result.output) : nil
    }

    /// Asks until the state is as wanted, since nothing tells a shell when it changes.
    @discardableResult
    func waitForStatus(
        _ what: String, until isRight: (JSONValue) -> Bool
    ) async throws -> JSONValue {
        let deadline = ContinuousClock.now + .seconds(60)
        var last: JSONValue?
        while ContinuousClock.now < deadline {
            last = try await status()
            if let last, isRight(last) { return last }
            try await Task.sleep(for: .milliseconds(30))
        }
        throw WaitError.timedOut(what: what, seen: "\(String(describing: last))")
    }
}
