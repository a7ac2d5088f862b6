import BusKit
import TestSupport
import Testing

@testable import RemoteControl

/// What an MPRIS player says by itself, what it does not say, and what other programs make of it.
@Suite(.enabled(if: PrivateBus.isInstalled(), "dbus-daemon is not installed"))
struct MPRISSignalTests {
    private static func start(
        _ player: FakePlayer, _ address: String, processID: Int32 = 99
    ) async throws -> MPRISPlayer {
        let states = Watched<[BusState]>([])
        let mpris = MPRISPlayer(
            control: player, address: .address(address), processID: processID,
            onState: { state in states.update { $0.append(state) } })
        try await states.wait(for: "the player on the bus") { !$0.isEmpty }
        return mpris
    }

    @Test func changesAreToldOnceEachInOneSignal() async throws {
        let bus = try await PrivateBus()
        let player = FakePlayer(playing: true)
        let mpris = try await Self.start(player, bus.address)
        let client = try await MPRISClient(bus)
        // Nothing new, a position, buffered ranges: nothing of this is announced.
        player.send(.changed)
        player.update { $0.position += .seconds(5) }
        player.update { $0.bufferedRanges = [] }
        player.update { snapshot in
            snapshot.status = .paused
            snapshot.canGoNext = false
            snapshot.speed = 2
        }
        try await client.signals.wait(for: "one signal") { $0.count == 1 }
        player.update { $0.volume = 0.1 }
        try await client.signals.wait(for: "two signals") { $0.count >= 2 }
        #expect(
            client.signals.value.map(\.arguments) == [
                [
                    .string(MPRISClient.playerInterface),
                    .properties([
                        ("CanGoNext", .bool(false)), ("Rate", .double(2)),
                        ("PlaybackStatus", .string("Paused")),
                    ]),
                    .strings([]),
                ],
                [
                    .string(MPRISClient.playerInterface), .properties([("Volume", .double(0.1))]),
                    .strings([]),
                ],
            ])
        withExtendedLifetime(mpris) {}
    }

    @Test func wholeMetadataComesAgainWhenItIsKnownBetter() async throws {
        let bus = try await PrivateBus()
        let player = FakePlayer()
        let mpris = try await Self.start(player, bus.address)
        let client = try await MPRISClient(bus)
        player.update { snapshot in
            snapshot = .example
            snapshot.duration = nil
            snapshot.track?.artPath = nil
        }
        try await client.signals.wait(for: "the track") { $0.count == 1 }
        player.update { $0.duration = .seconds(60) }
        try await client.signals.wait(for: "the length") { $0.count == 2 }
        player.update { $0.track?.artPath = "/tmp/a.png" }
        try await client.signals.wait(for: "the picture") { $0.count == 3 }
        player.update { $0 = PlaybackSnapshot() }
        try await client.signals.wait(for: "the stop") { $0.count == 4 }
        let metadata = client.changes.filter { $0.0 == "Metadata" }.map(\.1)
        #expect(metadata.count == 4)
        #expect(metadata[0]["mpris:length"] == nil)
        #expect(metadata[1]["mpris:length"] == .int64(60_000_000))
        #expect(metadata[2]["mpris:artUrl"] == .string("file:///tmp/a.png"))
        #expect(metadata[2]["xesam:title"] == metadata[0]["xesam:title"])
        #expect(metadata[3] == .properties([]))
        withExtendedLifetime(mpris) {}
    }

    @Test func seekedIsToldOnJumpsOnlyAndPositionNever() async throws {
        let bus = try await PrivateBus()
        let player = FakePlayer(playing: true)
        let mpris = try await Self.start(player, bus.address)
        let client = try await MPRISClient(bus)
        try await client.call("Seek", [.int64(1_000_000)])
        try await client.call("Pause")
        player.send(.seeked(to: .seconds(-1)))
        player.update { $0.volume = 0.2 }
        try await client.signals.wait(for: "all") { $0.count >= 4 }
        #expect(
            client.signals.value.filter { $0.member == "Seeked" }.map(\.arguments)
                == [[.int64(62_250_000)], [.int64(0)]])
        #expect(client.changes.map(\.0) == ["PlaybackStatus", "Volume"])
        withExtendedLifetime(mpris) {}
    }

    @Test func theSecondPlayerIsNamedByItsProcess() async throws {
        let bus = try await PrivateBus()
        let first = try await Self.start(FakePlayer(), bus.address, processID: 1)
        let second = try await Self.start(FakePlayer(playing: true), bus.address, processID: 77)
        #expect(first.state == .connected(name: "org.mpris.MediaPlayer2.column"))
        #expect(second.state == .connected(name: "org.mpris.MediaPlayer2.column.instance77"))
        let client = try await MPRISClient(bus, "org.mpris.MediaPlayer2.column.instance77")
        #expect(try await client.get("PlaybackStatus") == .string("Playing"))
    }

    @Test func withoutABusThePlayerIsSteeredAllTheSame() async throws {
        let home = TemporaryHome()
        let player = FakePlayer(playing: true)
        let mpris = MPRISPlayer(
            control: player, address: .address("unix:path=\(home.path("none"))"), processID: 1)
        player.update { $0.volume = 0.3 }
        try await player.perform(.pause)
        #expect(mpris.state == .disconnected)
        #expect(player.snapshot.status == .paused)
    }

    // MARK: - Other people's programs

    @Test(.enabled(if: PrivateBus.isInstalled("playerctl"), "playerctl is not installed"))
    func playerctlSteersIt() async throws {
        let bus = try await PrivateBus()
        let player = FakePlayer(playing: true)
        let mpris = try await Self.start(player, bus.address)
        func playerctl(_ arguments: String...) async throws -> String {
            let result = try await bus.run("playerctl", ["-p", "column"] + arguments)
            #expect(result.exitCode == 0, "\(arguments): \(result)")
            return result.output.split(separator: "\n").joined(separator: "\n")
        }
        #expect(try await bus.run("playerctl", ["-l"]).output == "column\n")
        #expect(try await playerctl("status") == "Playing")
        #expect(try await playerctl("pause") == "")
        #expect(try await playerctl("status") == "Paused")
        // Paused: while playing, playerctl adds the time that it took itself.
        #expect(try await playerctl("position") == "61.250000")
        _ = try await playerctl("position", "90")
        #expect(try await playerctl("position") == "90.000000")
        _ = try await playerctl("position", "5-")
        #expect(try await playerctl("position") == "85.000000")
        #expect(try await playerctl("play-pause") == "")
        #expect(try await playerctl("status") == "Playing")
        _ = try await playerctl("volume", "0.5")
        #expect(try await playerctl("volume") == "0.500000")
        _ = try await playerctl("loop", "Track")
        #expect(try await playerctl("loop") == "Track")
        _ = try await playerctl("shuffle", "On")
        #expect(try await playerctl("shuffle") == "On")
        #expect(
            try await playerctl("metadata", "--format", "{{album}}|{{title}}|{{mpris:length}}")
                == "A \"column\"|Von „Tür“ und Ω 专栏|3600500000")
        _ = try await playerctl("next")
        _ = try await playerctl("stop")
        #expect(try await playerctl("status") == "Stopped")
        withExtendedLifetime(mpris) {}
    }

    @Test(.enabled(if: PrivateBus.isInstalled("gdbus"), "gdbus is not installed"))
    func introspectionSaysWhatIsThere() async throws {
        let bus = try await PrivateBus()
        let mpris = try await Self.start(FakePlayer(playing: true), bus.address)
        let xml = try await bus.run(
            "gdbus",
            [
                "introspect", "--session", "--xml", "-d", "org.mpris.MediaPlayer2.column", "-o",
                "/org/mpris/MediaPlayer2",
            ]
        ).output
        let lines = xml.split(separator: "\n").map { line in
            String(line.drop { $0 == " " })
        }
        for expected in [
            #"<interface name="org.mpris.MediaPlayer2">"#,
            #"<interface name="org.mpris.MediaPlayer2.Player">"#,
            #"<arg type="o" name="TrackId" direction="in"/>"#,
            #"<property name="Metadata" type="a{sv}" access="read">"#,
            #"<property name="LoopStatus" type="s" access="readwrite">"#,
            #"<property name="Position" type="x" access="read">"#,
            #"<signal name="Seeked">"#,
        ] {
            #expect(lines.contains(expected), "\(expected) in \(xml)")
        }
        let position = lines.firstIndex { $0.contains(#"property name="Position""#) }
        let annotation =
            #"<annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>"#
        #expect(try lines[#require(position) + 1] == annotation)
        withExtendedLifetime(mpris) {}
    }
}
