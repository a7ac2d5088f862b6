import BusKit
import ColumnModel
import PlaybackRules
import TestSupport
import Testing

@testable import RemoteControl

/// Every property, method and signal of both MPRIS interfaces, over a real bus.
@Suite(.enabled(if: PrivateBus.isInstalled(), "dbus-daemon is not installed"))
struct MPRISTests {
    /// A player on a bus, and a desktop that looks at it.
    private struct Scene {
        let bus: PrivateBus
        let player: FakePlayer
        let mpris: MPRISPlayer
        let client: MPRISClient

        init(playing: Bool = true) async throws {
            bus = try await PrivateBus()
            player = FakePlayer(playing: playing)
            mpris = try await start(player, on: bus, processID: 99)
            client = try await MPRISClient(bus)
        }
    }

    private static func start(
        _ player: FakePlayer, on bus: PrivateBus, processID: Int32
    ) async throws -> MPRISPlayer {
        let states = Watched<[BusState]>([])
        let mpris = MPRISPlayer(
            control: player, address: .address(bus.address), processID: processID,
            onState: { state in states.update { $0.append(state) } })
        try await states.wait(for: "the player on the bus") { !$0.isEmpty }
        return mpris
    }

    // MARK: - Properties

    @Test func theRootSaysWhatWeAre() async throws {
        let scene = try await Scene()
        let all = try await scene.client.all("org.mpris.MediaPlayer2")
        let expected: [(String, BusValue)] = [
            ("CanQuit", .bool(true)), ("CanRaise", .bool(false)), ("HasTrackList", .bool(false)),
            ("Identity", .string("column")),
            ("SupportedUriSchemes", .strings(["file", "http", "https"])),
            ("SupportedMimeTypes", .strings(MPRISInterfaces.mediaTypes)),
        ]
        for (name, value) in expected { #expect(all?[name] == value, "\(name)") }
    }

    @Test func everyPropertyOfThePlayerHasItsValueAndType() async throws {
        let scene = try await Scene()
        let all = try await scene.client.all(MPRISClient.playerInterface)
        let expected: [(String, BusValue)] = [
            ("PlaybackStatus", .string("Playing")), ("LoopStatus", .string("Playlist")),
            ("Rate", .double(1.5)), ("Shuffle", .bool(false)), ("Volume", .double(0.75)),
            ("Position", .int64(61_250_000)), ("MinimumRate", .double(0.5)),
            ("MaximumRate", .double(4)), ("CanGoNext", .bool(true)),
            ("CanGoPrevious", .bool(true)), ("CanPlay", .bool(true)), ("CanPause", .bool(true)),
            ("CanSeek", .bool(true)), ("CanControl", .bool(true)),
        ]
        for (name, value) in expected { #expect(all?[name] == value, "\(name)") }
        let metadata = all?["Metadata"]
        let entries: [(String, BusValue)] = [
            ("mpris:trackid", .objectPath("/column/track/29")),
            ("mpris:length", .int64(3_600_500_000)),
            ("mpris:artUrl", .string("file:///tmp/art%201.jpg")),
            ("xesam:title", .string("Von „Tür“ und Ω 专栏")),
            ("xesam:album", .string("A \"column\"")), ("xesam:artist", .strings(["Ann\nOther"])),
            ("xesam:url", .string("https://example.org/a b.mp3?x=1&y=ü")),
            ("xesam:contentCreated", .string("2023-11-14T22:13:20Z")),
        ]
        for (name, value) in entries { #expect(metadata?[name] == value, "\(name)") }
    }

    @Test func aPlayerWithNothingToPlay() async throws {
        let scene = try await Scene(playing: false)
        let all = try await scene.client.all(MPRISClient.playerInterface)
        let expected: [(String, BusValue)] = [
            ("PlaybackStatus", .string("Stopped")), ("Metadata", .properties([])),
            ("CanGoNext", .bool(false)), ("CanGoPrevious", .bool(false)),
            ("CanPlay", .bool(false)), ("CanPause", .bool(false)), ("CanSeek", .bool(false)),
            ("CanControl", .bool(true)), ("Position", .int64(0)),
        ]
        for (name, value) in expected { #expect(all?[name] == value, "\(name)") }
        for member in ["Next", "Previous", "Pause", "Play", "Stop"] {
            try await scene.client.call(member)
        }
        try await scene.client.call("Seek", [.int64(1)])
        try await scene.client.call("SetPosition", [.objectPath("/column/track/29"), .int64(1)])
        await #expect(throws: BusError.self) { try await scene.client.call("PlayPause") }
        #expect(scene.player.commands.isEmpty)
    }

    @Test func defaultsForWhatIsUnknown() {
        var snapshot = PlaybackSnapshot()
        snapshot.track = PlaybackTrack(id: -1)
        let bare = MPRISMetadata.value(of: snapshot)
        #expect(bare["xesam:title"] == .string("Unknown episode"))
        #expect(bare["xesam:artist"] == .strings(["Unknown artist"]))
        #expect(bare["mpris:trackid"] == .objectPath("/column/track/ffffffffffffffff"))
        #expect(bare["mpris:length"] == nil)
        snapshot.track?.url = "https://example.org/ep/12.mp3?token=1"
        snapshot.track?.columnTitle = "Column"
        let named = MPRISMetadata.value(of: snapshot)
        #expect(named["xesam:title"] == .string("12.mp3"))
        #expect(named["xesam:artist"] == .strings(["Column"]))
        snapshot.track?.url = "/media/Ü 1%.mp3"
        #expect(
            MPRISMetadata.value(of: snapshot)["xesam:url"]
                == .string("file:///media/%C3%9C%201%25.mp3"))
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (951_868_799, "2000-02-29T23:59:59Z"),
        (-1, "1969-12-31T23:59:59Z"), (1_709_164_800, "2024-02-29T00:00:00Z"),
        (4_107_542_399, "2100-02-28T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
        (-62_135_596_800, "0001-01-01T00:00:00Z"),
    ])
    func moments(seconds: Int, text: String) {
        #expect(MPRISMetadata.text(of: Timestamp(secondsSince1970: Int64(seconds))) == text)
    }

    // MARK: - Methods

    struct Call: CustomTestStringConvertible, Sendable {
        let name: String
        let member: String
        var arguments: [BusValue] = []
        var prepare: @Sendable (inout PlaybackSnapshot) -> Void = { _ in }
        let commands: [PlaybackCommand]
        var testDescription: String { name }
    }

    private static let track = BusValue.objectPath("/column/track/29")

    @Test(arguments: [
        Call(name: "Next", member: "Next", commands: [.next]),
        Call(
            name: "Next at the end", member: "Next", prepare: { $0.canGoNext = false },
            commands: []),
        Call(name: "Previous", member: "Previous", commands: [.previous]),
        Call(
            name: "Previous at the start", member: "Previous",
            prepare: { $0.canGoPrevious = false }, commands: []),
        Call(name: "Pause", member: "Pause", commands: [.pause]),
        Call(
            name: "Pause when paused", member: "Pause", prepare: { $0.status = .paused },
            commands: []),
        Call(name: "Play when playing", member: "Play", commands: []),
        Call(
            name: "Play when paused", member: "Play", prepare: { $0.status = .paused },
            commands: [.resume]),
        Call(name: "PlayPause", member: "PlayPause", commands: [.toggle]),
        Call(name: "Stop", member: "Stop", commands: [.stop]),
        Call(
            name: "Seek forward", member: "Seek", arguments: [.int64(5_000_000)],
            commands: [.seek(.to(.milliseconds(66_250)))]),
        Call(
            name: "Seek back", member: "Seek", arguments: [.int64(-1_250_000)],
            commands: [.seek(.to(.seconds(60)))]),
        Call(
            name: "Seek below zero", member: "Seek", arguments: [.int64(.min)],
            commands: [.seek(.to(.zero))]),
        Call(
            name: "Seek beyond the end is Next", member: "Seek", arguments: [.int64(.max)],
            commands: [.next]),
        Call(
            name: "Seek without a way", member: "Seek", arguments: [.int64(1)],
            prepare: { $0.canSeek = false }, commands: []),
        Call(
            name: "SetPosition", member: "SetPosition", arguments: [track, .int64(1_000_000)],
            commands: [.seek(.to(.seconds(1)))]),
        Call(
            name: "SetPosition of a track that is gone", member: "SetPosition",
            arguments: [.objectPath("/column/track/28"), .int64(1_000_000)], commands: []),
        Call(
            name: "SetPosition below zero", member: "SetPosition",
            arguments: [track, .int64(-1)], commands: []),
        Call(
            name: "SetPosition at the end", member: "SetPosition",
            arguments: [track, .int64(3_600_500_000)],
            commands: [.seek(.to(.milliseconds(3_600_500)))]),
        Call(
            name: "SetPosition beyond the end", member: "SetPosition",
            arguments: [track, .int64(3_600_500_001)], commands: []),
        Call(
            name: "OpenUri of the web", member: "OpenUri",
            arguments: [.string("https://example.org/x.mp3")],
            commands: [.play(PlayRequest(items: [.location("https://example.org/x.mp3")]))]),
        Call(
            name: "OpenUri of a file", member: "OpenUri",
            arguments: [.string("file:///a%20b/%C3%BC.mp3")],
            commands: [.play(PlayRequest(items: [.location("/a b/ü.mp3")]))]),
    ])
    func method(_ row: Call) async throws {
        let scene = try await Scene()
        scene.player.update(row.prepare)
        try await scene.client.call(row.member, row.arguments)
        #expect(scene.player.commands == row.commands)
    }

    @Test(arguments: [
        "ftp://example.org/x", "no address", "", "file://other.host/x", "file:///x%zz",
        "file:///x%00", "file:relative",
    ])
    func openUriRefuses(uri: String) async throws {
        let scene = try await Scene()
        await #expect(throws: BusError.self) {
            try await scene.client.call("OpenUri", [.string(uri)])
        }
        #expect(scene.player.commands.isEmpty)
    }

    @Test func quitAndRaise() async throws {
        let scene = try await Scene()
        try await scene.client.call("Raise", interface: "org.mpris.MediaPlayer2")
        #expect(scene.player.commands.isEmpty)
        try await scene.client.call("Quit", interface: "org.mpris.MediaPlayer2")
        try await scene.player.state.wait(for: "quit") { $0.commands == [.quit] }
    }

    @Test func anAnswerComesAlsoFromAPlayerThatHangs() async throws {
        let scene = try await Scene()
        scene.player.state.update { $0.isHolding = true }
        try await scene.client.call("Pause")
        #expect(try await scene.client.get("PlaybackStatus") == .string("Playing"))
        scene.player.state.update { $0.isHolding = false }
    }

    // MARK: - Setting properties

    struct Setting: CustomTestStringConvertible, Sendable {
        let property: String
        let value: BusValue
        var prepare: @Sendable (inout PlaybackSnapshot) -> Void = { _ in }
        let command: PlaybackCommand?
        var testDescription: String { "\(property) = \(value)" }
    }

    @Test(arguments: [
        Setting(property: "Volume", value: .double(0.5), command: .setVolume(0.5)),
        Setting(property: "Volume", value: .double(-1), command: .setVolume(0)),
        Setting(property: "Volume", value: .double(7), command: .setVolume(1)),
        Setting(property: "Rate", value: .double(2), command: .setSpeed(2)),
        Setting(property: "Rate", value: .double(0.1), command: .setSpeed(0.5)),
        Setting(property: "Rate", value: .double(99), command: .setSpeed(4)),
        Setting(property: "Rate", value: .double(-1), command: nil),
        Setting(property: "Rate", value: .double(0), command: .pause),
        Setting(
            property: "Rate", value: .double(0), prepare: { $0.status = .paused },
            command: nil),
        Setting(property: "Shuffle", value: .bool(true), command: .setMode(.shuffle)),
        Setting(property: "Shuffle", value: .bool(false), command: nil),
        Setting(
            property: "Shuffle", value: .bool(false), prepare: { $0.mode = .shuffle },
            command: .setMode(.sequence)),
        Setting(property: "LoopStatus", value: .string("Track"), command: .setMode(.repeatOne)),
        Setting(
            property: "LoopStatus", value: .string("Playlist"),
            command: .setMode(.repeatAll)),
        Setting(property: "LoopStatus", value: .string("None"), command: .setMode(.sequence)),
        Setting(
            property: "LoopStatus", value: .string("None"), prepare: { $0.mode = .shuffle },
            command: nil),
    ])
    func setting(_ row: Setting) async throws {
        let scene = try await Scene()
        scene.player.update(row.prepare)
        try await scene.client.set(row.property, row.value)
        if let command = row.command {
            try await scene.player.state.wait(for: "the command") { $0.commands == [command] }
        } else {
            // A later call has its turn after what the setting would have asked for.
            try await scene.client.call("Stop")
            #expect(scene.player.commands == [.stop])
        }
    }

    @Test(arguments: [
        ("PlaybackStatus", BusValue.string("Paused"), "PropertyReadOnly"),
        ("Position", .int64(1), "PropertyReadOnly"),
        ("CanControl", .bool(false), "PropertyReadOnly"),
        ("Volume", .string("loud"), "InvalidArgs"), ("LoopStatus", .string("Album"), "InvalidArgs"),
        ("Rate", .double(.nan), "InvalidArgs"), ("Nonsense", .int32(1), "UnknownProperty"),
    ])
    func settingRefused(property: String, value: BusValue, error: String) async throws {
        let scene = try await Scene()
        do throws(BusError) {
            try await scene.client.set(property, value)
            Issue.record("It was taken.")
        } catch .failed(let name, _) {
            #expect(name == "org.freedesktop.DBus.Error." + error)
        }
        #expect(scene.player.commands.isEmpty)
    }

    @Test func whatWasSetIsSeenAtOnce() async throws {
        let scene = try await Scene()
        scene.player.state.update { $0.isHolding = true }
        try await scene.client.set("Volume", .double(0.5))
        #expect(try await scene.client.get("Volume") == .double(0.5))
        scene.player.state.update { $0.isHolding = false }
    }
}
