@preconcurrency import Glibc
import PlaybackRules
import TestSupport
import Testing

@testable import RemoteControl

/// Player and clients over a real socket.
struct ControlSocketTests {
    private let home = TemporaryHome()
    private var directory: String { home.path("run/column") }

    @Test func aCommandIsDoneAndAnsweredWithTheState() async throws {
        let player = FakePlayer(playing: true)
        let server = try ControlServer(directory: directory, control: player)
        let client = try PlayerClient(directory: directory)
        #expect(try await client.status() == .example)
        var expected = PlaybackSnapshot.example
        expected.status = .paused
        #expect(try await client.perform(.pause) == expected)
        expected.speed = 2
        #expect(try await client.perform(.setSpeed(2)) == expected)
        #expect(player.commands == [.pause, .setSpeed(2)])
        await server.close()
    }

    @Test func aRefusalIsToldAsSuch() async throws {
        let player = FakePlayer()
        player.state.update { $0.error = .failed(detail: "no sound") }
        let server = try ControlServer(directory: directory, control: player)
        let client = try PlayerClient(directory: directory)
        await #expect(throws: ControlSocketError.refused(.failed(detail: "no sound"))) {
            try await client.perform(.resume)
        }
        player.state.update { $0.error = .noTrack }
        await #expect(throws: ControlSocketError.refused(.noTrack)) {
            try await client.perform(.next)
        }
        await server.close()
    }

    @Test func withoutAPlayerNoneRuns() throws {
        #expect(throws: ControlSocketError.notRunning) { try PlayerClient(directory: directory) }
    }

    @Test func onePlayerOnly() async throws {
        let server = try ControlServer(directory: directory, control: FakePlayer())
        #expect(throws: ControlSocketError.alreadyRunning) {
            try ControlServer(directory: directory, control: FakePlayer())
        }
        await server.close()
        try await ControlServer(directory: directory, control: FakePlayer()).close()
    }

    @Test func aClosedPlayerLeavesNoSocket() async throws {
        let server = try ControlServer(directory: directory, control: FakePlayer())
        await server.close()
        #expect(access(ControlSocket.path(in: directory), F_OK) == -1)
        #expect(throws: ControlSocketError.notRunning) { try PlayerClient(directory: directory) }
    }

    @Test func aStaleSocketIsReplaced() async throws {
        try ControlSocket.makeDirectory(directory)
        // As a killed player leaves it: the name is there, nobody listens.
        close(try ControlSocket.listen(in: directory))
        #expect(access(ControlSocket.path(in: directory), F_OK) == 0)
        #expect(throws: ControlSocketError.notRunning) { try PlayerClient(directory: directory) }
        let server = try ControlServer(directory: directory, control: FakePlayer())
        #expect(try await PlayerClient(directory: directory).status().status == .stopped)
        await server.close()
    }

    @Test func onlyTheOwnerMayConnect() async throws {
        let server = try ControlServer(directory: directory, control: FakePlayer())
        var status = stat()
        #expect(stat(ControlSocket.path(in: directory), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(stat(directory, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        await server.close()
    }

    @Test func aLongPathWorks() async throws {
        let deep = home.path(String(repeating: "x", count: 120) + "/run")
        let server = try ControlServer(directory: deep, control: FakePlayer(playing: true))
        #expect(try await PlayerClient(directory: deep).status() == .example)
        await server.close()
    }

    @Test func aFolderThatCannotBeMadeIsAnError() {
        home.write([], to: "file")
        #expect(throws: ControlSocketError.self) {
            try ControlServer(directory: home.path("file/run"), control: FakePlayer())
        }
    }

    @Test func watchersHearOfChanges() async throws {
        let player = FakePlayer(playing: true)
        let server = try ControlServer(directory: directory, control: player)
        var states = try PlayerClient.watch(directory: directory).makeAsyncIterator()
        #expect(await states.next() == .example)
        player.update { $0.volume = 0.25 }
        var heard = await states.next()
        while let state = heard, state.volume != 0.25 { heard = await states.next() }
        #expect(heard?.volume == 0.25)
        await server.close()
        while await states.next() != nil {}
    }

    @Test func commandsOfOneClientAreDoneInOrder() async throws {
        let player = FakePlayer(playing: true)
        let server = try ControlServer(directory: directory, control: player)
        let client = try RawClient(directory: directory)
        let speeds = (0..<200).map { 0.5 + Double($0) / 100 }
        let lines = speeds.enumerated().map { index, speed in
            #"{"id":\#(index),"command":"speed","value":\#(speed)}"# + "\n"
        }
        client.write(lines.joined())
        client.finish()
        let answers = try await client.waitForEnd()
        #expect(try answers.map { try JSONValue($0)["id"]?.int } == (0..<200).map { $0 })
        #expect(player.commands == speeds.map { .setSpeed($0) })
        await server.close()
    }

    @Test func aSlowCommandOfOneDoesNotHoldUpAnother() async throws {
        let player = FakePlayer(playing: true)
        player.state.update { $0.isHolding = true }
        let server = try ControlServer(directory: directory, control: player)
        let slow = try RawClient(directory: directory)
        slow.write(#"{"id":1,"command":"pause"}"# + "\n")
        try await player.state.wait(for: "the command") { !$0.commands.isEmpty }
        let other = try PlayerClient(directory: directory)
        #expect(try await other.status() == .example)
        player.state.update { $0.isHolding = false }
        let answer = try await slow.waitForLines(1)
        #expect(try JSONValue(answer[0])["status"]?.string == "paused")
        await server.close()
    }

    @Test func closingAnswersWhatIsUnderWay() async throws {
        let player = FakePlayer(playing: true)
        player.state.update { $0.isHolding = true }
        let server = try ControlServer(directory: directory, control: player)
        let client = try RawClient(directory: directory)
        client.write(#"{"id":1,"command":"stop"}"# + "\n")
        try await player.state.wait(for: "the command") { !$0.commands.isEmpty }
        player.state.update { $0.isHolding = false }
        await server.close()
        let answer = try await client.waitForEnd()
        #expect(try answer.map { try JSONValue($0)["status"]?.string } == ["stopped"])
    }

    // MARK: - Hostile input

    @Test(arguments: [
        ("nonsense\n", "bad-request"), ("\u{0}\u{1}\u{2}\n", "bad-request"),
        ("{\"command\":\"pause\"\n", "bad-request"),
        (String(repeating: "[", count: 100_000) + "\n", "bad-request"),
        (String(repeating: "x", count: ControlSession.maximumLine + 100_000), "too-long"),
    ])
    func whatIsNoLineOfOursIsHungUpOn(text: String, code: String) async throws {
        let player = FakePlayer(playing: true)
        let server = try ControlServer(directory: directory, control: player)
        let client = try RawClient(directory: directory)
        client.write(text)
        let answers = try await client.waitForEnd()
        #expect(try answers.map { try JSONValue($0)["code"]?.string } == [code])
        #expect(player.commands.isEmpty)
        #expect(try await PlayerClient(directory: directory).status() == .example)
        await server.close()
    }

    @Test func anUnknownCommandIsRefusedAndTheNextOneDone() async throws {
        let player = FakePlayer(playing: true)
        let server = try ControlServer(directory: directory, control: player)
        let client = try RawClient(directory: directory)
        client.write("{\"id\":5,\"command\":\"dance\"}\n\r\n{\"id\":6,\"command\":\"pause\"}\n")
        let answers = try await client.waitForLines(2).map { try JSONValue($0) }
        #expect(answers[0]["code"]?.string == "bad-request")
        #expect(answers[0]["id"]?.int == 5)
        #expect(answers[1]["status"]?.string == "paused")
        await server.close()
    }

    @Test func aWatcherThatDoesNotReadHoldsUpNobody() async throws {
        let player = FakePlayer(playing: true)
        player.update { $0.bufferedRanges = (0..<2_000).map { .seconds($0)..<(.seconds($0 + 1)) } }
        let server = try ControlServer(directory: directory, control: player)
        let deaf = try RawClient(directory: directory, reads: false)
        deaf.write(#"{"id":1,"command":"watch"}"# + "\n")
        let client = try PlayerClient(directory: directory)
        for index in 0..<500 {
            try await client.perform(.setVolume(Double(index) / 500))
            player.send(.seeked(to: .seconds(index)))
        }
        #expect(try await client.status().volume == 499.0 / 500)
        await server.close()
        withExtendedLifetime(deaf) {}
    }

    @Test func tooManyClientsAreTurnedAway() async throws {
        let server = try ControlServer(directory: directory, control: FakePlayer(playing: true))
        var clients: [RawClient] = []
        for _ in 0..<32 {
            let client = try RawClient(directory: directory)
            client.write("{\"id\":1,\"command\":\"status\"}\n")
            _ = try await client.waitForLines(1)
            clients.append(client)
        }
        let late = try RawClient(directory: directory)
        #expect(
            try await late.waitForEnd().map { try JSONValue($0)["code"]?.string } == ["turned-away"]
        )
        clients.removeAll()
        await server.close()
    }

    @Test(arguments: UInt64(1)...8)
    func randomBytesHarmNobody(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let player = FakePlayer(playing: true)
        let server = try ControlServer(directory: directory, control: player)
        let alphabet = Array("{}[]\":,0123456789.-+eE\\u \ncommandseektobyplayitems".unicodeScalars)
        for _ in 0..<50 {
            let client = try RawClient(directory: directory)
            let length = Int.random(in: 0...400, using: &random)
            var text = ""
            for _ in 0..<length {
                text.unicodeScalars.append(alphabet.randomElement(using: &random) ?? " ")
            }
            client.write(text)
            client.finish()
            _ = try await client.waitForEnd()
        }
        #expect(try await PlayerClient(directory: directory).status().status == .playing)
        await server.close()
    }
}
