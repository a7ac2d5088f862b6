import SQLiteKit
import TestSupport
import Testing

/// The built `column` in an empty home, as a user or a script drives it.
struct Program {
    let home = TemporaryHome()

    /// What the program sees of the world: nothing of the machine that runs the test.
    var environment: [String: String] {
        [
            "COLUMN_HOME": home.path("column"), "HOME": home.path, "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8", "TERM": "xterm-256color", "TZ": "UTC",
        ]
    }

    init() {
        home.write([], to: "column/.keep")
        removeTree(home.path("column/.keep"))
    }

    /// Starts the program and leaves it running.
    func start(
        _ arguments: String..., input: ChildProcess.Input = .none
    ) throws -> ChildProcess {
        try ChildProcess(
            BuiltBinary.path(), arguments, environment: environment, input: input,
            directory: home.path)
    }

    /// Runs the program to its end.
    @discardableResult
    func run(
        _ arguments: String..., input: ChildProcess.Input = .none
    ) async throws -> ProcessResult {
        try await ChildProcess.run(
            BuiltBinary.path(), arguments, environment: environment, input: input,
            directory: home.path)
    }

    /// Runs the program, which must succeed, or give another code that is expected.
    @discardableResult
    func expect(
        _ code: Int32 = 0, _ arguments: String..., input: ChildProcess.Input = .none,
        at location: SourceLocation = #_sourceLocation
    ) async throws -> ProcessResult {
        let result = try await ChildProcess.run(
            BuiltBinary.path(), arguments, environment: environment, input: input,
            directory: home.path)
        #expect(
            result.ending == .exited(code),
            "column \(arguments.joined(separator: " ")): \(result.output)\(result.errors)",
            sourceLocation: location)
        return result
    }

    /// Runs a query with `--json` and reads its one object.
    func json(
        _ arguments: String..., at location: SourceLocation = #_sourceLocation
    ) async throws -> JSONValue {
        let result = try await ChildProcess.run(
            BuiltBinary.path(), arguments + ["--json"], environment: environment,
            directory: home.path)
        #expect(result.ending == .exited(0), "\(result.errors)", sourceLocation: location)
        return try JSONValue(result.output)
    }

    /// Runs a job with `--json`, which must end with a code, and reads its stream of objects.
    func events(
        _ code: Int32 = 0, _ arguments: String..., at location: SourceLocation = #_sourceLocation
    ) async throws -> [JSONValue] {
        let result = try await ChildProcess.run(
            BuiltBinary.path(), arguments + ["--json"], environment: environment,
            directory: home.path)
        #expect(
            result.ending == .exited(code), "\(result.output)\(result.errors)",
            sourceLocation: location)
        let events = try JSONValue.lines(result.output)
        #expect(events.first?["version"]?.int == 1, sourceLocation: location)
        #expect(events.allSatisfy { $0["event"]?.string != nil }, sourceLocation: location)
        #expect(events.last?["event"]?.string == "summary", sourceLocation: location)
        return events
    }

    /// The episodes that the library has.
    func episodes(at location: SourceLocation = #_sourceLocation) async throws -> [JSONValue] {
        try await json("list", "episodes", at: location)["episodes"]?.elements ?? []
    }

    /// The only episode of the library.
    func onlyEpisode(at location: SourceLocation = #_sourceLocation) async throws -> JSONValue {
        let episodes = try await episodes(at: location)
        #expect(episodes.count == 1, sourceLocation: location)
        return try #require(episodes.first, sourceLocation: location)
    }

    /// Subscribes to a feed with one episode at `/a.mp3` of a server.
    func subscribe(toAudioOf server: LoopbackServer, length: Int = 0) async throws {
        let feed = RSSFeed.single(audioURL: server.url("/a.mp3"), length: length)
        server.route("/feed.xml", serving: Content(text: feed.text))
        try await expect(0, "add", server.url("/feed.xml"))
    }

    /// Checks the library as SQLite itself can, and that nothing is open to others.
    func expectSoundLibrary(at location: SourceLocation = #_sourceLocation) throws {
        let path = home.path("column/library.sqlite")
        let library = try Connection(path: path, mode: .readOnly, busyTimeout: .seconds(30))
        let integrity = try library.rows("PRAGMA integrity_check") { row in
            row.value(0, default: "")
        }
        #expect(integrity == ["ok"], sourceLocation: location)
        let orphans = try library.rows("PRAGMA foreign_key_check") { row in
            row.value(0, default: "")
        }
        #expect(orphans.isEmpty, sourceLocation: location)
        expectPrivate("column", at: location)
    }

    private func expectPrivate(_ name: String, at location: SourceLocation) {
        let path = home.path(name)
        let entries = listDirectory(path)
        let isFolder = !entries.isEmpty || fileExists(path + "/.")
        #expect(fileMode(path) == (isFolder ? 0o700 : 0o600), "\(path)", sourceLocation: location)
        for entry in entries { expectPrivate("\(name)/\(entry)", at: location) }
    }
}
