import TestSupport
import Testing

@Suite struct ChildProcessTests {
    @Test func gathersOutputErrorsAndCode() async throws {
        let result = try await ChildProcess.run(
            "/bin/sh", ["-c", "cat; echo \"$WORD\" >&2; exit 7"], environment: ["WORD": "bad"],
            input: .bytes(Array("good".utf8)))
        #expect(result.output == "good")
        #expect(result.errors == "bad\n")
        #expect(result.ending == .exited(7))
        #expect(result.exitCode == 7)
    }

    @Test func tellsTheSignal() async throws {
        let child = try ChildProcess("/bin/sh", ["-c", "echo ready; exec sleep 600"])
        try await child.wait(forText: "ready\n")
        child.send(9)
        let result = try await child.waitForExit()
        #expect(result.ending == .signalled(9))
        #expect(result.exitCode == 137)
    }

    @Test func killsWhatDoesNotEnd() async throws {
        let child = try ChildProcess("/bin/sh", ["-c", "echo seen; exec sleep 600"])
        try await child.wait(forText: "seen")
        await #expect(throws: ChildProcessError.self) {
            try await child.waitForExit(within: .milliseconds(1))
        }
        #expect(try await child.waitForExit().exitCode == 137)
    }

    @Test func saysWhenThereIsNoProgram() {
        #expect(throws: ChildProcessError.self) { try ChildProcess("/nowhere/at/all") }
    }

    @Test func survivesAChildThatDoesNotRead() async throws {
        let child = try ChildProcess("/bin/sh", ["-c", "exit 0"], input: .pipe)
        _ = try await child.waitForExit()
        child.write([UInt8](repeating: 10, count: 100_000))
    }

    @Test func talksThroughAPipe() async throws {
        let child = try ChildProcess("/bin/cat", input: .pipe)
        child.write(Array("one".utf8))
        try await child.wait(forText: "one")
        child.write(Array(" two".utf8))
        child.closeInput()
        #expect(try await child.waitForExit().output == "one two")
    }

    @Test func givesATerminal() async throws {
        let child = try ChildProcess(
            "/bin/sh",
            ["-c", "stty size; test -t 0 && test -t 1 && test -t 2 && read x; echo =$x"],
            input: .terminal(columns: 91, rows: 17))
        try await child.wait(forText: "17 91")
        child.write(Array("key\r".utf8))
        let result = try await child.waitForExit()
        #expect(result.output.contains("=key\r\n"))
        #expect(result.ending == .exited(0))
    }

    @Test func interruptsByKeyOnATerminal() async throws {
        let child = try ChildProcess(
            "/bin/sh", ["-c", "echo ready; exec sleep 600"], input: .terminal(columns: 80, rows: 24)
        )
        try await child.wait(forText: "ready")
        child.write([3])
        #expect(try await child.waitForExit().ending == .signalled(2))
    }
}
