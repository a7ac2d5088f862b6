import DuckKit
import Glibc
import TestSupport
import Testing

/// Other programs' volumes on a real sound server: lowered, given back, also after a kill.
@Suite(.enabled(if: PulseServer.isInstalled, "pulseaudio is not installed"))
struct DuckerTests {
    private let home = TemporaryHome()

    private func ducker(_ server: PulseServer, processID: Int32 = -7) -> Ducker {
        Ducker(
            recordPath: home.path("ducked"), server: server.address, processID: processID)
    }

    @Test func othersAreQuieterAndAsBeforeAfterwards() async throws {
        let server = try await PulseServer()
        let music = try await server.startStream(role: "music")
        let number = try #require(try await server.inputs().keys.first)
        try await server.run("pactl", "set-sink-input-volume", "\(number)", "80%")
        let ducker = ducker(server)
        await ducker.quieten()
        // A quarter of the amplitude; pactl shows the cube root of it.
        let lowered = try #require(try await server.inputs()[number])
        #expect((49...52).contains(lowered), "\(lowered)")
        // Twice is not twice as quiet.
        await ducker.quieten()
        #expect(try await server.inputs()[number] == lowered)
        await ducker.restore()
        #expect(try await server.inputs()[number] == 80)
        #expect(!fileExists(home.path("ducked")))
        music.send(SIGKILL)
    }

    @Test func afterAKillTheNextOneGivesItBack() async throws {
        let server = try await PulseServer()
        let music = try await server.startStream(role: "music")
        let number = try #require(try await server.inputs().keys.first)
        // The first is gone without a word, as after a kill.
        await ducker(server).quieten()
        #expect(try await server.inputs()[number] != 100)
        await ducker(server).restore()
        #expect(try await server.inputs()[number] == 100)
        music.send(SIGKILL)
    }

    @Test func whoBeginsLaterIsQuieterToo() async throws {
        let server = try await PulseServer()
        let first = try await server.startStream(role: "music")
        let ducker = ducker(server)
        await ducker.quieten()
        let second = try await server.startStream(role: "music")
        let lowered = { (inputs: [Int: Int]) in
            inputs.count == 2 && inputs.values.allSatisfy { (60...66).contains($0) }
        }
        // Told by the server, which takes a moment.
        for _ in 0..<200 where !lowered(try await server.inputs()) {
            try await Task.sleep(for: .milliseconds(20))
        }
        let heard = try await server.inputs()
        #expect(lowered(heard), "\(heard)")
        await ducker.restore()
        #expect(try await server.inputs().values.sorted() == [100, 100])
        // Afterwards nobody is lowered any more.
        let third = try await server.startStream(role: "music")
        #expect(try await server.inputs().values.sorted() == [100, 100, 100])
        for stream in [first, second, third] { stream.send(SIGKILL) }
    }

    @Test func whatTheUserSetMeanwhileStays() async throws {
        let server = try await PulseServer()
        let music = try await server.startStream(role: "music")
        let number = try #require(try await server.inputs().keys.first)
        let ducker = ducker(server)
        await ducker.quieten()
        try await server.run("pactl", "set-sink-input-volume", "\(number)", "30%")
        await ducker.restore()
        #expect(try await server.inputs()[number] == 30)
        music.send(SIGKILL)
    }

    @Test func ourOwnSoundIsLeftAlone() async throws {
        let server = try await PulseServer()
        let music = try await server.startStream(role: "music")
        await ducker(server, processID: music.processID).quieten()
        #expect(try await Array(server.inputs().values) == [100])
        music.send(SIGKILL)
    }

    @Test func withoutAServerNothingHappens() async throws {
        let ducker = Ducker(
            recordPath: home.path("ducked"), server: "unix:/nowhere", processID: 1)
        await ducker.quieten()
        await ducker.restore()
        #expect(!fileExists(home.path("ducked")))
    }
}
