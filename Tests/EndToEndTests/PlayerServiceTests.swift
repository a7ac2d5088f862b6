import Glibc
import TestSupport
import Testing

/// The player as users meet it from several shells, with others that sound, and after bad luck.
@Suite struct PlayerServiceTests {
    // MARK: - One player

    @Test func twoStartsAtOnceMakeOnePlayer() async throws {
        let scene = PlayerScene()
        try await scene.prepare()
        let players = try (1...3).map { _ in
            try scene.start("play", "part-1", "--output", "null", "--json")
        }
        try await scene.waitForStatus("playing") { $0["status"]?.string == "playing" }
        let process = try #require(try await scene.status()?["pid"]?.int)
        // Those that came second have handed over and are done.
        for player in players where Int(player.processID) != process {
            let result = try await player.waitForExit()
            #expect(result.ending == .exited(0), "\(result.errors)")
            #expect(result.errors.contains("already plays it"), "\(result.errors)")
        }
        #expect(players.count { Int($0.processID) == process } == 1)
        try await scene.run("stop")
    }

    @Test func aSecondStartInTheBackgroundGoesOn() async throws {
        let scene = PlayerScene()
        try await scene.prepare()
        try await scene.run("play", "part-1", "--output", "null", "--background")
        let first = try #require(try await scene.status()?["pid"]?.int)
        try await scene.run("play", "part-2", "--output", "null", "--background")
        let status = try #require(try await scene.status())
        #expect(status["pid"]?.int == first)
        #expect(status["title"]?.string == "Part 2")
        // Without a name it goes on with what it plays.
        try await scene.run("stop")
        try await scene.run("play", "--output", "null", "--background")
        #expect(try await scene.status()?["title"]?.string == "Part 2")
        try await scene.run("stop")
    }

    @Test func aKillLosesNoQueueAndLittleOfThePlace() async throws {
        let scene = PlayerScene()
        try await scene.prepare()
        try await scene.run("config", "set", "play.rewind-on-resume", "off")
        try await scene.run("queue", "add", "part-2", "part-1", "part-2")
        let player = try scene.start("play", "part-1", "--output", "null", "--sleep", "50m")
        try await scene.waitForStatus("six seconds") { ($0["position"]?.double ?? 0) >= 6 }
        let reached = try #require(try await scene.status()?["position"]?.double)
        player.send(SIGKILL)
        _ = try await player.waitForExit()
        let queue = try JSONValue(try await scene.run("queue", "--json").output)
        #expect(
            queue["episodes"]?.elements.map { $0["guid"]?.string } == [
                "part-2", "part-1", "part-2",
            ])
        // The socket that it left is no player, and does not stand in the way.
        try await scene.run("pause", exit: 5)
        try await scene.run("play", "--output", "null", "--background")
        let status = try #require(try await scene.status())
        #expect(status["title"]?.string == "Part 1")
        #expect(reached - (status["position"]?.double ?? 0) <= 5.5)
        // The sleep timer goes on with what was left.
        let left = status["sleep"]?["remaining"]?.double ?? 0
        #expect(left > 2_900 && left < 3_000, "\(left)")
        try await scene.run("stop")
    }

    // MARK: - From shells

    @Test(.enabled(if: fileExists("/usr/bin/tmux"), "tmux is not installed"))
    func twoShellsSteerOnePlayer() async throws {
        let scene = PlayerScene()
        try await scene.prepare()
        let shells = Shells(scene)
        do {
            try await steer(from: shells, scene)
        } catch {
            Issue.record(error)
        }
        _ = try await shells.tmux("kill-server")
    }

    private func steer(from shells: Shells, _ scene: PlayerScene) async throws {
        let column = BuiltBinary.path()
        for name in ["a", "b"] {
            _ = try await shells.tmux(
                "new-session", "-d", "-s", name, "-x", "100", "-y", "30", "/bin/sh")
        }
        // The first shell plays, with keys; the second one pauses and seeks.
        try await shells.type("\(column) play part-1 --output null", in: "a")
        try await shells.wait(for: "▶", in: "a")
        try await shells.type("\(column) pause", in: "b")
        try await shells.wait(for: "⏸", in: "a")
        try await shells.type("\(column) seek 5:00; \(column) status", in: "b")
        try await shells.wait(for: "paused, 5:00", in: "b")
        try await shells.wait(for: "5:00", in: "a")
        // A key in the first is seen in the second.
        _ = try await shells.tmux("send-keys", "-t", "a", "Space")
        try await shells.wait(for: "▶", in: "a")
        try await shells.type("clear; \(column) status", in: "b")
        try await shells.wait(for: "playing, 5:", in: "b")
        try await shells.type("clear; \(column) seek --undo; \(column) speed 1.5", in: "b")
        try await scene.waitForStatus("the speed and the place before the seek") {
            $0["speed"]?.double == 1.5 && ($0["position"]?.double ?? 300) < 250
        }
        try await shells.type("\(column) stop", in: "b")
        let deadline = ContinuousClock.now + .seconds(60)
        while try await scene.status() != nil {
            if ContinuousClock.now > deadline {
                throw WaitError.timedOut(what: "the stop", seen: "")
            }
            try await Task.sleep(for: .milliseconds(30))
        }
    }

    // MARK: - With others that sound

    @Test(.enabled(if: PulseServer.isInstalled, "pulseaudio is not installed"))
    func aCallPausesAndItsEndGoesOnButNotWhatWasPaused() async throws {
        let sound = try await PulseServer()
        var scene = PlayerScene()
        scene.extra = ["PULSE_SERVER": sound.address]
        try await scene.prepare()
        try await scene.run("play", "part-1", "--output", "pulse", "--background")
        try await scene.waitForStatus("sound") { $0["status"]?.string == "playing" }
        var call = try await sound.startStream(role: "phone")
        try await scene.waitForStatus("silence") { $0["status"]?.string == "paused" }
        let kept = try #require(
            try await scene.program.episodes().first { $0["guid"]?.string == "part-1" })
        let place = try #require(try await scene.status()?["position"]?.double)
        #expect(abs((kept["position"]?.double ?? -1) - place) < 0.1)
        call.send(SIGTERM)
        try await scene.waitForStatus("sound again") { $0["status"]?.string == "playing" }
        // Paused before the call: it stays so after it.
        try await scene.run("pause")
        call = try await sound.startStream(role: "phone")
        call.send(SIGTERM)
        _ = try await call.waitForExit()
        try await sound.wait(for: "the call’s end") { $0.count <= 1 }
        #expect(try await scene.status()?["status"]?.string == "paused")
        // On stop the device is let go.
        try await scene.run("stop")
        try await sound.wait(for: "the device to be let go") { $0.isEmpty }
    }

    @Test(.enabled(if: PulseServer.isInstalled, "pulseaudio is not installed"))
    func aSinkThatIsUnloadedPauses() async throws {
        let sound = try await PulseServer()
        var scene = PlayerScene()
        scene.extra = ["PULSE_SERVER": sound.address]
        try await scene.prepare()
        try await sound.run("pactl", "load-module", "module-null-sink", "sink_name=other")
        let phones = try await sound.run(
            "pactl", "load-module", "module-null-sink", "sink_name=phones")
        try await sound.run("pactl", "set-default-sink", "phones")
        try await scene.run("play", "part-1", "--output", "pulse", "--background")
        try await scene.waitForStatus("sound") { $0["status"]?.string == "playing" }
        let number = phones.output.split(separator: "\n").first.map(String.init) ?? ""
        try await sound.run("pactl", "unload-module", number)
        try await scene.waitForStatus("silence") { $0["status"]?.string == "paused" }
        // A new device is no reason to go on.
        try await sound.run("pactl", "load-module", "module-null-sink", "sink_name=phones")
        #expect(try await scene.status()?["status"]?.string == "paused")
        try await scene.run("stop")
    }

    @Test(
        .enabled(
            if: PulseServer.isInstalled && PrivateBus.isInstalled("gdbus"),
            "pulseaudio or dbus is not installed"),
        arguments: ["solo", "mix", "duck"])
    func othersAreTreatedAsTheSessionSays(mode: String) async throws {
        let sound = try await PulseServer()
        let bus = try await PrivateBus()
        var scene = PlayerScene()
        scene.extra = [
            "PULSE_SERVER": sound.address, "DBUS_SESSION_BUS_ADDRESS": bus.address,
        ]
        try await scene.prepare()
        try await scene.run("config", "set", "play.session", mode)
        let music = try await sound.startStream(role: "music")
        let number = try #require(try await sound.inputs().keys.first)
        // Another program's player: this one's own, of a library of its own.
        var other = PlayerScene()
        other.extra = scene.extra
        try await other.prepare()
        try await other.run("config", "set", "play.session", "mix")
        try await other.run("play", "part-1", "--output", "null", "--background")
        for _ in 0..<500 {
            let names = try await bus.run(
                "gdbus",
                [
                    "call", "--session", "-d", "org.freedesktop.DBus", "-o",
                    "/org/freedesktop/DBus", "-m", "org.freedesktop.DBus.ListNames",
                ])
            if names.output.contains("org.mpris.MediaPlayer2.column") { break }
            try await Task.sleep(for: .milliseconds(20))
        }
        try await scene.run("play", "part-1", "--output", "pulse", "--background")
        try await scene.waitForStatus("sound") { $0["status"]?.string == "playing" }
        switch mode {
        case "solo":
            try await other.waitForStatus("the other’s silence") {
                $0["status"]?.string == "paused"
            }
            #expect(try await sound.inputs()[number] == 100)
        case "duck":
            try await sound.wait(for: "the quieter other") { $0[number] != 100 }
            try await scene.run("pause")
            try await sound.wait(for: "the other as before") { $0[number] == 100 }
        default: #expect(try await sound.inputs()[number] == 100)
        }
        // Whatever was done to it, it plays or not by its own user's wish afterwards.
        try await scene.run("stop")
        #expect(
            try await other.status()?["status"]?.string == (mode == "solo" ? "paused" : "playing"))
        #expect(try await sound.inputs()[number] == 100)
        try await other.run("stop")
        music.send(SIGKILL)
    }

    // MARK: - Addresses, places, errors

    @Test func anAddressPlaysWithoutASubscription() async throws {
        let scene = PlayerScene()
        let server = LoopbackServer()
        server.route("/talk.mp3", serving: Content(FakeMP3.bytes(count: 9_600_000), etag: "\"1\""))
        let url = server.url("/talk.mp3")
        try await scene.run("play", url, "--output", "null", "--background", "--from", "1:00")
        try await scene.waitForStatus("sound") {
            $0["status"]?.string == "playing" && $0["title"]?.string == "talk.mp3"
        }
        try await scene.run("stop")
        #expect(try await scene.program.json("list")["columns"]?.elements.isEmpty == true)
        // Its place is kept, also for the same address later.
        try await scene.run("play", url, "--output", "null", "--background")
        let place = try #require(try await scene.status()?["position"]?.double)
        #expect(place >= 55 && place < 300, "\(place)")
        try await scene.run("stop")
        for bad in ["ftp://example.org/x.mp3", "https://me:secret@example.org/x.mp3"] {
            let result = try await scene.run("play", bad, "--output", "null", exit: 2)
            #expect(!result.errors.contains("secret"))
        }
    }

    @Test(arguments: [
        ["play", "part-1", "--output", "bogus"], ["config", "set", "play.output", "bogus"],
        ["play", "part-1", "--output", "wav:"], ["player", "--output", "ao:"],
    ])
    func anOutputThatIsNoneIsRefused(arguments: [String]) async throws {
        let scene = PlayerScene()
        let result = try await ChildProcess.run(
            BuiltBinary.path(), arguments, environment: scene.environment)
        #expect(result.ending == .exited(2))
        #expect(
            result.errors.contains("auto, pulse, ao, ao:NAME, null, wav:FILE"), "\(result.errors)")
    }

    @Test func theVersionStandsInTheFirstObjectOnly() async throws {
        let scene = PlayerScene()
        let server = LoopbackServer()
        let items = (1...2).map {
            RSSFeed.Item(guid: "\($0)", title: "Gone \($0)", audioURL: server.url("/\($0).mp3"))
        }
        server.route("/feed.xml", serving: Content(text: RSSFeed(title: "x", items: items).text))
        try await scene.run("add", server.url("/feed.xml"))
        let result = try await scene.run("play", "Gone 1", "--output", "null", "--json", exit: nil)
        let events = try JSONValue.lines(result.output)
        #expect(events.count >= 2)
        #expect(events.map { $0["version"]?.int } == [1] + events.dropFirst().map { _ in nil })
    }

    @Test func whereTheListenerFellAsleep() async throws {
        let scene = PlayerScene()
        try await scene.prepare()
        try await scene.run("play", "--from-sleep", "--output", "null", exit: 5)
        try await scene.run("config", "set", "play.rewind-on-resume", "off")
        let player = try scene.start(
            "play", "part-1", "--output", "null", "--from", "2:00", "--sleep", "3s")
        #expect(try await player.waitForExit().ending == .exited(0))
        try await scene.run("play", "part-2", "--output", "null", "--background")
        try await scene.run("stop")
        try await scene.run("play", "--from-sleep", "--output", "null", "--background")
        let status = try #require(try await scene.status())
        #expect(status["title"]?.string == "Part 1")
        let place = status["position"]?.double ?? 0
        #expect(place >= 120 && place < 150, "\(place)")
        try await scene.run("stop")
        try await scene.run("play", "--from-sleep", "part-1", exit: 2)
    }
}
