import TestSupport
import Testing

/// util-linux has a `column`, too: whoever means that one gets it.
@Suite struct HandOverTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let arguments: [String]
        var testDescription: String { (["column"] + arguments).joined(separator: " ") }
    }

    private static let table = "a b\nccc d\nlong-word 字\n"

    @Test(arguments: [
        Case(arguments: ["-t"]),
        Case(arguments: []),
        Case(arguments: ["-t", "-s", " ", "-o", " | "]),
        Case(arguments: ["--table", "table.txt"]),
        Case(arguments: ["table.txt"]),
        Case(arguments: ["-x", "-c", "20"]),
        Case(arguments: ["--no-such-option"]),
    ])
    func givesWhatTheOtherGives(of handOver: Case) async throws {
        let program = Program()
        let table = Array(Self.table.utf8)
        program.home.write(table, to: "table.txt")
        func run(_ path: String) async throws -> ProcessResult {
            try await ChildProcess.run(
                path, handOver.arguments, environment: program.environment, input: .bytes(table),
                directory: program.home.path)
        }
        let ours = try await run(BuiltBinary.path())
        let theirs = try await run("/usr/bin/column")
        #expect(ours.outputBytes == theirs.outputBytes)
        // A program names itself by the path by which it was called.
        let errors = ours.errors.replacing(BuiltBinary.path(), with: "/usr/bin/column")
        #expect(errors == theirs.errors)
        #expect(ours.ending == theirs.ending)
        // No library is made for somebody who only wants a table.
        #expect(listDirectory(program.home.path("column")).isEmpty)
    }

    @Test func skipsItselfOnThePath() async throws {
        let program = Program()
        program.home.write([], to: "bin/.keep")
        program.home.write([], to: "links/.keep")
        let links = [("bin", BuiltBinary.path()), ("links", "../bin/column")]
        for (folder, target) in links {
            _ = try await ChildProcess.run(
                "/bin/ln", ["-s", target, program.home.path("\(folder)/column")])
        }
        var environment = program.environment
        let folders = [program.home.path("bin"), "relative", "", program.home.path("links")]
        environment["PATH"] = (folders + ["/usr/bin", "/bin"]).joined(separator: ":")
        let result = try await ChildProcess.run(
            program.home.path("links/column"), ["-t"], environment: environment,
            input: .bytes(Array("a b\nccc d\n".utf8)), directory: program.home.path)
        #expect(result.output == "a    b\nccc  d\n")
        #expect(result.ending == .exited(0))
    }

    /// Debian's package moves the other one aside by dpkg-divert: beside the program, under this name.
    @Test func findsTheDivertedName() async throws {
        let program = Program()
        program.home.write([], to: "bin/.keep")
        // A copy: the program looks beside its own file, whatever links led there.
        for (from, to) in [
            (BuiltBinary.path(), "column"), ("/usr/bin/column", "column.util-linux"),
        ] {
            _ = try await ChildProcess.run("/bin/cp", [from, program.home.path("bin/\(to)")])
        }
        var environment = program.environment
        environment["PATH"] = program.home.path("bin")
        let result = try await ChildProcess.run(
            program.home.path("bin/column"), ["-t"], environment: environment,
            input: .bytes(Array(Self.table.utf8)))
        let expected = try await ChildProcess.run(
            "/usr/bin/column", ["-t"], environment: program.environment,
            input: .bytes(Array(Self.table.utf8)))
        #expect(result.outputBytes == expected.outputBytes, "\(result)")
        #expect(result.ending == .exited(0))
    }

    @Test func saysWhenThereIsNoOther() async throws {
        let program = Program()
        var environment = program.environment
        environment["PATH"] = program.home.path
        let result = try await ChildProcess.run(
            BuiltBinary.path(), ["-t"], environment: environment)
        #expect(result.ending != .exited(0))
        #expect(result.output.isEmpty)
        #expect(!result.errors.isEmpty)
    }

    @Test(arguments: ["syn", "lits", "downlaod", "play-it"])
    func suggestsTheNearestCommand(word: String) async throws {
        let program = Program()
        let result = try await program.expect(2, word)
        #expect(result.output.isEmpty)
        #expect(
            ["sync", "list", "download", "play"].contains { result.errors.contains($0) },
            "\(result.errors)")
    }
}
