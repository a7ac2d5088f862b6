import BusKit
import TestSupport
import Testing

@testable import RemoteControl

/// How a player gets on with others on the session bus, and with a machine that goes to sleep.
@Suite(.enabled(if: PrivateBus.isInstalled(), "dbus-daemon is not installed"))
struct AudioSessionTests {
    /// A player of ours beside others; its process' number is no real one, as all here are one process.
    private struct Scene {
        let bus: PrivateBus
        let player = FakePlayer(playing: true)

        init() async throws {
            bus = try await PrivateBus()
            player.update {
                $0.status = .paused
                $0.isStalled = false
                $0.output = "pulse"
            }
        }

        func session(_ policy: SessionPolicy) -> AudioSession {
            AudioSession(
                control: player, policy: policy, processID: -7,
                sessionBus: .address(bus.address), systemBus: .address("unix:path=/nowhere"),
                ducker: nil)
        }

        /// Whether the player was told to be silent.
        var hasGivenWay: Bool {
            player.commands.contains { if case .interrupt = $0 { true } else { false } }
        }

        /// Waits until all that was asked on the bus before has been answered.
        func settle() async throws {
            for _ in 0..<3 {
                _ = try await bus.run(
                    "gdbus",
                    [
                        "call", "--session", "-d", "org.freedesktop.DBus", "-o",
                        "/org/freedesktop/DBus", "-m", "org.freedesktop.DBus.ListNames",
                    ])
            }
        }
    }

    // MARK: - Solo

    @Test func soloPausesThoseThatPlayAndNeverStartsThemAgain() async throws {
        let scene = try await Scene()
        let music = try await OtherPlayer(scene.bus, name: "music", status: "Playing")
        let video = try await OtherPlayer(scene.bus, name: "video", status: "Paused")
        let session = scene.session(.solo)
        scene.player.update { $0.status = .playing }
        try await music.commands.wait(for: "the pause") { $0 == ["Pause"] }
        scene.player.update { $0.status = .paused }
        // Each start counts anew, once the pause was seen.
        try await scene.settle()
        music.become("Playing")
        scene.player.update { $0.status = .playing }
        try await music.commands.wait(for: "the second pause") { $0 == ["Pause", "Pause"] }
        scene.player.update { $0 = PlaybackSnapshot() }
        await session.close()
        #expect(music.commands.value == ["Pause", "Pause"])
        #expect(video.commands.value.isEmpty)
        #expect(scene.player.commands.isEmpty)
    }

    @Test(arguments: ["null", "wav:/tmp/x.wav"])
    func whatIsNotHeardPausesNobody(output: String) async throws {
        let scene = try await Scene()
        let music = try await OtherPlayer(scene.bus, name: "music", status: "Playing")
        let session = scene.session(.solo)
        scene.player.update {
            $0.output = output
            $0.status = .playing
        }
        try await scene.settle()
        #expect(music.commands.value.isEmpty)
        await session.close()
    }

    @Test(arguments: [SessionPolicy.mix, .duck, .ambient])
    func othersPauseNobody(policy: SessionPolicy) async throws {
        let scene = try await Scene()
        let music = try await OtherPlayer(scene.bus, name: "music", status: "Playing")
        let session = scene.session(policy)
        scene.player.update { $0.status = .playing }
        try await scene.settle()
        #expect(music.commands.value.isEmpty)
        await session.close()
    }

    @Test func ourOwnNameAndAProxyAreNobodyElse() async throws {
        let scene = try await Scene()
        let proxy = try await OtherPlayer(scene.bus, name: "playerctld", status: "Playing")
        let music = try await OtherPlayer(scene.bus, name: "music", status: "Playing")
        let session = scene.session(.solo)
        scene.player.update { $0.status = .playing }
        try await music.commands.wait(for: "the pause") { $0 == ["Pause"] }
        #expect(proxy.commands.value.isEmpty)
        await session.close()
    }

    // MARK: - Ambient

    @Test func ambientGivesWayAndGoesOn() async throws {
        let scene = try await Scene()
        let early = try await OtherPlayer(scene.bus, name: "early", status: "Playing")
        let music = try await OtherPlayer(scene.bus, name: "music")
        let session = scene.session(.ambient)
        scene.player.update { $0.status = .playing }
        // Until it listens, a start is no start.
        for _ in 0..<100 where !scene.hasGivenWay {
            music.become("Playing")
            try await scene.settle()
            music.become("Stopped")
            try await scene.settle()
        }
        let state = scene.player.state
        try await state.wait(for: "the way back") { state in
            if case .endInterruption(_, mayResume: true)? = state.commands.last {
                true
            } else {
                false
            }
        }
        // One that played before us has not started; one that dies has stopped.
        state.update { $0.commands = [] }
        early.become("Playing")
        early.become("Stopped")
        music.become("Playing")
        try await state.wait(for: "the way") { commands in
            commands.commands.contains { if case .interrupt = $0 { true } else { false } }
        }
        music.leave()
        try await state.wait(for: "its death") { commands in
            if case .endInterruption(_, mayResume: true)? = commands.commands.last {
                true
            } else {
                false
            }
        }
        await session.close()
    }

    // MARK: - Sleep

    /// What of logind matters: it gives out a descriptor that holds the sleep up.
    private static func logind(
        on bus: PrivateBus, inhibitors: Watched<[[BusValue]]>
    ) async throws -> BusService {
        let states = Watched<[BusState]>([])
        let interface = BusInterface(
            name: "org.freedesktop.login1.Manager",
            methods: [
                BusMethod(
                    "Inhibit",
                    ["what", "who", "why", "mode"].map { BusArgument($0, "s") },
                    results: [BusArgument("pipe", "h")]
                ) { call in
                    inhibitors.update { $0.append(call.arguments) }
                    call.reply([.descriptor(BusDescriptor(owning: -1))])
                }
            ],
            signals: [BusSignal("PrepareForSleep", [BusArgument("start", "b")])])
        let service = BusService(
            address: .address(bus.address), names: ["org.freedesktop.login1"],
            objects: [BusObject(path: "/org/freedesktop/login1", interfaces: [interface])],
            onState: { state in states.update { $0.append(state) } })
        try await states.wait(for: "logind") { !$0.isEmpty }
        return service
    }

    @Test func sleepInterruptsAndWakingDoesNotGoOn() async throws {
        let bus = try await PrivateBus()
        let inhibitors = Watched<[[BusValue]]>([])
        let logind = try await Self.logind(on: bus, inhibitors: inhibitors)
        let player = FakePlayer(playing: true)
        let session = AudioSession(
            control: player, policy: .mix, processID: -7,
            sessionBus: .address("unix:path=/nowhere"), systemBus: .address(bus.address),
            ducker: nil)
        try await inhibitors.wait(for: "the inhibitor") { $0.count == 1 }
        #expect(
            inhibitors.value[0].compactMap(\.text)
                == ["sleep", "column", "Keeps the place", "delay"])
        func prepare(_ isStarting: Bool) {
            logind.emit(
                path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager",
                member: "PrepareForSleep", [.bool(isStarting)])
        }
        prepare(true)
        try await player.state.wait(for: "sleep") {
            $0.commands == [.interrupt(cause: "sleep")] && $0.snapshot.status == .paused
        }
        prepare(false)
        try await player.state.wait(for: "waking") {
            $0.commands.last == .endInterruption(cause: "sleep", mayResume: false)
        }
        #expect(player.snapshot.status == .paused)
        // For the next time.
        try await inhibitors.wait(for: "another inhibitor") { $0.count == 2 }
        await session.close()
    }

    @Test func withoutAnyBusNothingIsWaitedFor() async throws {
        let player = FakePlayer(playing: true)
        let session = AudioSession(
            control: player, policy: .solo, processID: -7,
            sessionBus: .address("unix:path=/nowhere"),
            systemBus: .address("unix:path=/nowhere"), ducker: nil)
        player.update { $0.status = .paused }
        player.update { $0.status = .playing }
        await session.close()
        #expect(player.commands.isEmpty)
    }
}
