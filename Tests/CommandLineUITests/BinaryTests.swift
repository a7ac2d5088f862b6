import TestSupport
import Testing

/// The built program, run as a user runs it.
@Suite struct BinaryTests {
    private let home = TemporaryHome()

    private func run(_ arguments: String..., input: ChildProcess.Input = .none)
        async throws -> ProcessResult
    {
        try await ChildProcess.run(
            BuiltBinary.path(), arguments,
            environment: ["COLUMN_HOME": home.path("c"), "PATH": "/usr/bin:/bin", "TZ": "UTC"],
            input: input)
    }

    @Test(arguments: [["-t"], [], ["-t", "-s,"], ["-h"]] as [[String]])
    func utilLinuxIsHandedOverTo(_ arguments: [String]) async throws {
        let input = ChildProcess.Input.bytes(Array("a b\nccc d\n1,2\n".utf8))
        let environment = ["PATH": "/usr/bin:/bin"]
        let ours = try await ChildProcess.run(
            BuiltBinary.path(), arguments, environment: environment, input: input)
        let other = try await ChildProcess.run(
            "/usr/bin/column", arguments, environment: environment, input: input)
        if arguments == ["-h"] {
            #expect(ours.output.contains("column COMMAND"))
        } else {
            #expect(ours == other)
        }
    }

    @Test func aFileIsHandedOverAndACommandIsNot() async throws {
        home.write(Array("x y\n".utf8), to: "list")
        home.write(Array("xx y\nz w\n".utf8), to: "table.txt")
        let handed = try await ChildProcess.run(
            BuiltBinary.path(), ["table.txt"], environment: ["PATH": "/usr/bin:/bin"],
            directory: home.path)
        #expect(handed.output.contains("xx y"))
        let ours = try await ChildProcess.run(
            BuiltBinary.path(), ["list"],
            environment: ["PATH": "/usr/bin:/bin", "COLUMN_HOME": home.path("c")],
            directory: home.path)
        #expect(ours.errors.contains("no column yet"))
    }

    @Test func withoutAnotherColumnItSaysSo() async throws {
        let result = try await ChildProcess.run(
            BuiltBinary.path(), ["-t"], environment: ["PATH": home.path])
        #expect(result.exitCode == 2)
        #expect(result.errors.contains("util-linux"))
    }

    @Test func versionAndHelpOpenNoLibrary() async throws {
        #expect(try await run("--version").output.hasPrefix("column "))
        #expect(try await run("help", "list").exitCode == 0)
        #expect(listDirectory(home.path("c")).isEmpty)
    }

    @Test func settingsAreKeptAndRefused() async throws {
        #expect(try await run("config", "set", "sync.timeout", "10s").exitCode == 0)
        #expect(try await run("config", "get", "sync.timeout").output == "10s\n")
        let refused = try await run("config", "set", "sync.timeout", "10")
        #expect(refused.exitCode == 2)
        #expect(
            refused.errors == """
                column: error: sync.timeout: “10” is not allowed.
                  It takes a time with its unit, as 250ms, 3s, 5m, 2h, 7d.

                """)
        #expect(try await run("config", "unset", "sync.timeout").exitCode == 0)
        #expect(try await run("config", "get", "sync.timeout").output == "30s\n")
    }

    @Test func nothingOfThatNameIsFive() async throws {
        let result = try await run("show", "99", "--json")
        #expect(result.exitCode == 5)
        #expect(
            result.output == """
                {"version":1,"event":"error","code":"not-found","status":null,\
                "message":"No episode or column is called “99”.","url":null}

                """)
        #expect(result.errors.contains("column list episodes"))
    }

    @Test func emptyListsAreObjects() async throws {
        #expect(try await run("list", "--json").output == "{\"version\":1,\"columns\":[]}\n")
        #expect(
            try await run("list", "new", "--json").output == "{\"version\":1,\"episodes\":[]}\n")
    }
}
