import Glibc
import TestSupport
import Testing

/// The player as a process that others find, steer, and survive.
@Suite struct PlayerProcessTests {
    private let home = TemporaryHome()
    private let server = LoopbackServer()

    init() {
        // Ten minutes each, so that nothing ends by itself on a machine that is busy.
        for number in 1...2 {
            let bytes = FakeMP3.bytes(count: 9_600_000, seed: UInt64(number))
            server.route("/\(number).mp3", serving: Content(bytes, etag: "\"\(number)\""))
        }
        let items = (1...2).map { number in
            """
            <item><title>Part \(number)</title><guid>part-\(number)</guid>
            <enclosure url="\(server.url("/\(number).mp3"))" type="audio/mpeg" length="9600000"/>
            </item>
            """
        }
        let feed = """
            <rss version="2.0"><channel><title>Long</title><author>Ann</author>
            \(items.joined())</channel></rss>
            """
        server.route("/feed.xml", serving: Content(text: feed))
    }

    private func environment(bus: PrivateBus? = nil) -> [String: String] {
        [
            "COLUMN_HOME": home.path("c"), "PATH": "/usr/bin:/bin", "TZ": "UTC",
            "LANG": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": bus?.address ?? "unix:path=/nowhere",
        ]
    }

    @discardableResult
    private func run(_ arguments: String..., exit code: Int32 = 0) async throws -> String {
        let result = try await ChildProcess.run(
            BuiltBinary.path(), arguments, environment: environment())
        #expect(result.exitCode == code, "column \(arguments): \(result.errors)")
        return result.output
    }

    private func start(_ arguments: String..., bus: PrivateBus? = nil) throws -> ChildProcess {
        try ChildProcess(BuiltBinary.path(), arguments, environment: environment(bus: bus))
    }

    private func status() async throws -> JSONValue {
        try JSONValue(try await run("status", "--json"))
    }

    /// Asks until the state is as wanted, since nothing tells a shell when it changes.
    private func waitForStatus(
        _ what: String, until isRight: (JSONValue) -> Bool
    ) async throws -> JSONValue {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            let result = try await ChildProcess.run(
                BuiltBinary.path(), ["status", "--json"], environment: environment())
            if result.exitCode == 0 {
                let status = try JSONValue(result.output)
                if isRight(status) { return status }
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw WaitError.timedOut(what: what, seen: "\(try await status())")
    }

    private func download() async throws {
        try await run("add", server.url("/feed.xml"))
        try await run("download", "--all")
    }

    @Test(.enabled(if: PrivateBus.isInstalled("playerctl"), "playerctl is not installed"))
    func desktopAndShellSteerTheSamePlayer() async throws {
        let bus = try await PrivateBus()
        try await download()
        let player = try start("play", "1", "--output", "null", "--json", bus: bus)
        try await player.wait(forText: "\"state\":\"playing\"")
        func playerctl(_ arguments: String...) async throws -> String {
            // The bus is looked for in the background: it may take a moment.
            for _ in 0..<500 {
                let result = try await bus.run("playerctl", ["-p", "column"] + arguments)
                if result.exitCode == 0 {
                    return String(result.output.prefix { $0 != "\n" })
                }
                try await Task.sleep(for: .milliseconds(20))
            }
            throw WaitError.timedOut(what: "playerctl \(arguments)", seen: "")
        }
        #expect(try await playerctl("status") == "Playing")
        _ = try await playerctl("pause")
        #expect(try await status()["status"]?.string == "paused")
        try await run("resume")
        #expect(try await playerctl("status") == "Playing")
        try await run("pause")
        _ = try await playerctl("position", "7")
        #expect(try await status()["position"]?.double == 7)
        try await run("speed", "1.5")
        try await run("volume", "40")
        try await run("mode", "repeat-one")
        #expect(try await playerctl("volume") == "0.400000")
        #expect(try await playerctl("loop") == "Track")
        let format = "{{album}}|{{title}}|{{mpris:length}}"
        let shown = try await status()
        let length = try #require(shown["duration"]?.double)
        let metadata = try await playerctl("metadata", "--format", format)
        #expect(metadata.hasPrefix("Long|Part 1|"))
        let microseconds = try #require(Double(metadata.dropFirst("Long|Part 1|".count)))
        #expect(abs(microseconds - length * 1e6) < 1e3)
        _ = try await playerctl("stop")
        #expect(try await player.waitForExit().exitCode == 0)
        try await run("status", exit: 5)
    }

    @Test func aResidentPlayerLivesOnWhenItStops() async throws {
        try await download()
        let player = try start("player", "--output", "null")
        let idle = try await waitForStatus("the player") { _ in true }
        #expect(idle["status"]?.string == "stopped")
        try await run("player", "--output", "null", exit: 75)
        try await run("pause", exit: 5)
        try await run("play", "1", "--from", "0:05")
        let playing = try await status()
        #expect(playing["status"]?.string == "playing")
        #expect(playing["episode"]?.int == 1)
        try await run("stop")
        let stopped = try await waitForStatus("the stop") { $0["status"]?.string == "stopped" }
        #expect(stopped["episode"] == .null)
        try await run("resume")
        let resumed = try await status()
        #expect(resumed["episode"]?.int == 1)
        #expect((resumed["position"]?.double ?? 0) >= 4.9)
        try await run("stop")
        _ = try await waitForStatus("the stop") { $0["status"]?.string == "stopped" }
        try await run("stop")
        #expect(try await player.waitForExit().exitCode == 0)
        try await run("status", exit: 5)
    }

    @Test func afterTheSleepTimerAResidentPlayerGoesOnWithItSetAnew() async throws {
        try await run("config", "set", "sleep.fade", "1s")
        try await download()
        let player = try start("player", "--output", "null")
        _ = try await waitForStatus("the player") { _ in true }
        try await run("play", "1", "--sleep", "4s")
        let asleep = try await waitForStatus("the sleep") { $0["status"]?.string == "paused" }
        #expect(asleep["episode"]?.int == 1)
        // Back where the fade began: a second of playing before the end of four, or sooner where the
        // machine was late with the sound.
        let place = try #require(asleep["position"]?.double)
        #expect(place > 0.2 && place < 3.5, "\(place)")
        try await run("resume")
        let awake = try await status()
        #expect(awake["status"]?.string == "playing")
        #expect(awake["sleep"] != .null)
        player.send(SIGTERM)
        #expect(try await player.waitForExit().exitCode == 143)
    }

    @Test func aStoppedPlayerIsNamedAndHoldsNobody() async throws {
        try await download()
        let player = try start("play", "1", "--output", "null", "--json")
        try await player.wait(forText: "\"state\":\"playing\"")
        player.send(SIGSTOP)
        let said = "the player does not answer (process \(player.processID))"
        for arguments in [["status"], ["toggle"], ["play", "2"], ["bookmark"]] {
            let result = try await ChildProcess.run(
                BuiltBinary.path(), arguments, environment: environment())
            #expect(result.exitCode == 1, "\(arguments): \(result.errors)")
            #expect(result.errors.lowercased().contains(said), "\(arguments): \(result.errors)")
        }
        player.send(SIGCONT)
        // What was refused meanwhile is not made up for.
        #expect(try await status()["status"]?.string == "playing")
        #expect(try await status()["episode"]?.int == 1)
        player.send(SIGTERM)
        _ = try await player.waitForExit()
    }

    @Test func aKilledPlayerLosesLittleAndLeavesTheWayFree() async throws {
        try await download()
        let player = try start("play", "1", "--output", "null", "--json")
        try await player.wait(forText: "\"state\":\"playing\"")
        let reached = try await waitForStatus("six seconds") {
            ($0["position"]?.double ?? 0) >= 6
        }
        player.send(SIGKILL)
        _ = try await player.waitForExit()
        try await run("status", exit: 5)
        let next = try start("play", "--output", "null", "--json")
        try await next.wait(forText: "\"state\":\"playing\"")
        let resumed = try await status()
        #expect(resumed["episode"]?.int == 1)
        let lost = (reached["position"]?.double ?? 0) - (resumed["position"]?.double ?? 0)
        #expect(lost <= 5.5, "\(lost)")
        next.send(SIGTERM)
        _ = try await next.waitForExit()
    }
}
