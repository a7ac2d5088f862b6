@preconcurrency import Glibc
import TestSupport
import Testing

@testable import RemoteControl

/// Local processes that mean harm, or do not know better, at the control socket.
@Suite struct HostileClientTests {
    private let home = TemporaryHome()
    private var directory: String { home.path("run") }

    /// Runs a little program as a user who is nobody, who may go where the test's folders are.
    private func asNobody(_ program: String) throws -> ChildProcess {
        for path in [home.path, directory] { chmod(path, 0o755) }
        let drop = "import os, socket, sys; os.setgid(65534); os.setuid(65534)\n"
        return try ChildProcess(
            "python3", ["-c", drop + program, ControlSocket.path(in: directory)],
            environment: ["PATH": "/usr/bin:/bin"], input: .pipe, directory: home.path)
    }

    private static let mayBecomeNobody =
        geteuid() == 0 && access("/usr/bin/python3", X_OK) == 0

    @Test(.enabled(if: mayBecomeNobody, "only root may become another user"))
    func anotherUserIsTurnedAwayEvenWhereTheFileIsOpenToAll() async throws {
        let player = FakePlayer(playing: true)
        let server = try ControlServer(directory: directory, control: player)
        chmod(ControlSocket.path(in: directory), 0o777)
        let child = try asNobody(
            """
            s = socket.socket(socket.AF_UNIX)
            s.connect(sys.argv[1])
            try: s.sendall(b'{"id":1,"command":"stop"}\\n')
            except OSError: pass
            print(s.recv(65536).decode())
            """)
        let result = try await child.waitForExit()
        #expect(result.output.contains("turned-away"), "\(result.errors)")
        #expect(player.commands.isEmpty)
        await server.close()
    }

    @Test(.enabled(if: mayBecomeNobody, "only root may become another user"))
    func aSocketOfAnotherUserIsNotSpokenTo() async throws {
        try ControlSocket.makeDirectory(directory)
        for path in [home.path, directory] { chmod(path, 0o777) }
        let child = try asNobody(
            """
            os.chdir(os.path.dirname(sys.argv[1]))
            s = socket.socket(socket.AF_UNIX)
            os.umask(0)
            s.bind('player.sock')
            s.listen(4)
            print('ready', flush=True)
            sys.stdin.read()
            """)
        chmod(directory, 0o777)
        _ = try await child.wait(forText: "ready")
        #expect(throws: ControlSocketError.foreign(path: ControlSocket.path(in: directory))) {
            try PlayerClient(directory: directory)
        }
        child.closeInput()
        _ = try await child.waitForExit()
    }

    @Test func halfALineHoldsUpNobody() async throws {
        let player = FakePlayer(playing: true)
        let server = try ControlServer(directory: directory, control: player)
        let half = try RawClient(directory: directory)
        half.write(#"{"id":1,"comm"#)
        #expect(try await PlayerClient(directory: directory).perform(.pause).status == .paused)
        half.write(#"and":"resume"}"# + "\n")
        let answer = try await half.waitForLines(1)
        #expect(try JSONValue(answer[0])["status"]?.string == "playing")
        // One that goes in the middle of a line has said nothing.
        half.write(#"{"id":2,"command":"stop"}"#)
        half.finish()
        #expect(try await half.waitForEnd().count == 1)
        #expect(player.commands == [.pause, .resume])
        await server.close()
    }

    @Test func aFloodOfRequestsWithoutReadingEndsThatClientOnly() async throws {
        let player = FakePlayer(playing: true)
        player.update { $0.bufferedRanges = (0..<2_000).map { .seconds($0)..<(.seconds($0 + 1)) } }
        let server = try ControlServer(directory: directory, control: player)
        let flood = try RawClient(directory: directory, reads: false)
        // Each answer is larger than its request: what waits would grow without an end.
        flood.write(String(repeating: #"{"command":"status"}"# + "\n", count: 2_000))
        #expect(try await PlayerClient(directory: directory).status().status == .playing)
        await server.close()
        withExtendedLifetime(flood) {}
    }

    @Test func aFloodOfEmptyLinesIsTakenInOneGo() {
        var buffer = LineBuffer()
        var count = 0
        for _ in 0..<64 {
            buffer.append([UInt8](repeating: 0x0A, count: 65_536))
            while buffer.takeLine()?.isEmpty == true { count += 1 }
        }
        #expect(count == 64 * 65_536 && buffer.count == 0)
    }

    @Test func linesComeOutWhateverThePieces() {
        var buffer = LineBuffer()
        var lines: [String] = []
        for byte in "one\n\ntwo\nthr".utf8 {
            buffer.append([byte])
            while let line = buffer.takeLine() {
                lines.append(String(decoding: line, as: UTF8.self))
            }
        }
        #expect(lines == ["one", "", "two"] && buffer.count == 3)
    }
}
