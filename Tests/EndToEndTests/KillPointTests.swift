@preconcurrency import Glibc
import TestSupport
import Testing

/// kill -9 at a step that writes, or a disk that fails from there on: nothing is lost, and the next
/// run ends as if nothing had happened.
///
/// `COLUMN_KILL_RUNS` (`make kill`) sets how many runs each job gets; there are as many steps
/// as the job has calls that change files.
@Suite(.serialized) struct KillPointTests {
    /// A job that is killed, and what stands before it.
    enum Job: String, CaseIterable, CustomTestStringConvertible {
        case create, firstSync, changedSync, download, backup, clean, importing, liking
        case configuring

        var testDescription: String { rawValue }

        /// The words after `column`, in the run that is killed or in the one after it.
        func words(in home: String, isAgain: Bool) -> [String] {
            switch self {
            case .create: ["list"]
            case .firstSync: ["sync"]
            case .changedSync: ["sync"]
            case .download: ["download", "--all"]
            // A backup is never written over one that is there: the second run chooses another name.
            case .backup: ["backup", "\(home)/\(isAgain ? "second" : "first").backup"]
            case .clean: ["clean", "--apply"]
            case .importing: ["import", "\(home)/import.opml"]
            case .liking: ["like", "1"]
            case .configuring: ["config", "set", "play.speed", "1.5"]
            }
        }
    }

    /// What befalls the job from a step on.
    enum Blow: String, CaseIterable {
        case kill, tear
        case fullDisk, brokenDisk, readOnlyDisk

        /// As the shim has it.
        func rule(at step: Int) -> String {
            switch self {
            case .kill, .tear: "at=\(step) do=\(rawValue)"
            case .fullDisk: "at=\(step)+ do=\(ENOSPC)"
            case .brokenDisk: "at=\(step)+ do=\(EIO)"
            case .readOnlyDisk: "at=\(step)+ do=\(EROFS)"
            }
        }

        var isKill: Bool { self == .kill || self == .tear }

        /// Whether the job may end so.
        ///
        /// One that had written all before may end well, and what
        /// fails after the work is done may not matter.
        func allows(_ ending: ProcessResult.Ending) -> Bool {
            switch (self, ending) {
            case (_, .exited(0)): true
            case (.kill, .signalled(SIGKILL)), (.tear, .signalled(SIGKILL)): true
            case (.fullDisk, .exited(let code)): code == 6
            case (.brokenDisk, .exited(let code)), (.readOnlyDisk, .exited(let code)):
                [1, 2, 3, 6].contains(code)
            default: false
            }
        }
    }

    private static let runs = getenv("COLUMN_KILL_RUNS").flatMap { Int(String(cString: $0)) } ?? 12

    @Test(arguments: Job.allCases)
    func losesNothing(in job: Job) async throws {
        let server = LoopbackServer()
        server.routeFixtures()
        let base = Program()
        try await prepare(base, for: job, server)

        let whole = try await copy(of: base)
        let steps = try await countSteps(of: job, in: whole)
        try #require(steps > 0)
        let expected = try await state(of: whole)

        let runs = min(Self.runs, steps)
        for number in 0..<runs {
            let step = 1 + number * steps / runs
            let blow = Blow.allCases[number % Blow.allCases.count]
            let killed = try await copy(of: base)
            let rule = "path=\(killed.home.path) \(blow.rule(at: step))"
            let result = try await run(job, in: killed, ["FAULT_SHIM": rule])
            let place: Comment = "\(blow) at step \(step) of \(steps)"
            #expect(
                blow.allows(result.ending),
                "\(place): \(result.ending) \(result.errors)\(result.output)")
            #expect(result.ending == .exited(0) || blow.isKill || !result.errors.isEmpty, place)
            let again = try await run(job, in: killed, [:])
            #expect(again.ending == .exited(0), "\(place): \(again.errors)\(again.output)")
            #expect(try await state(of: killed) == expected, place)
            try killed.expectSoundLibrary()
            let names = listDirectory(killed.home.path).filter { $0.hasSuffix(".backup") }
            for name in names { try await expectRestores(killed.home.path(name), expected, place) }
            let check = try await killed.run("fsck", "--quiet")
            #expect(check.ending == .exited(0), "\(place): \(check.output)\(check.errors)")
        }
    }

    // MARK: - Before

    private func prepare(_ program: Program, for job: Job, _ server: LoopbackServer) async throws {
        let feeds = ["lamplight", "night-post"].map { server.url("/\($0)/feed.xml") }
        let outlines = feeds.map { #"<outline type="rss" text="x" xmlUrl="\#($0)"/>"# }.joined()
        program.home.write(
            Array("<opml version=\"2.0\"><body>\(outlines)</body></opml>".utf8), to: "import.opml")
        switch job {
        case .create, .importing: break
        case .firstSync:
            try await program.expect(0, "import", program.home.path("import.opml"))
        case .changedSync:
            let feed = RSSFeed(title: "Grows", items: [Self.item(1), Self.item(2)])
            server.route("/grows.xml", serving: Content(text: feed.text))
            try await program.expect(0, "add", server.url("/grows.xml"))
            try await program.expect(0, "like", "1")
            let more = RSSFeed(
                title: "Grows more", items: [Self.item(1), Self.item(2), Self.item(3)])
            server.route("/grows.xml", serving: Content(text: more.text))
        case .download, .backup, .liking, .configuring:
            for feed in feeds { try await program.expect(0, "add", feed) }
        case .clean:
            try await program.expect(0, "add", feeds[0])
            try await program.expect(0, "download", "--latest", "1", "--column", "1")
            try await program.expect(0, "mark", "played", "1")
            try await program.expect(0, "config", "set", "clean.budget", "1KiB")
        }
    }

    private static func item(_ number: Int) -> RSSFeed.Item {
        RSSFeed.Item(guid: "g\(number)", title: "Part \(number)", audioURL: nil)
    }

    // MARK: - One run

    /// A program whose home is a copy.
    private func copy(of program: Program) async throws -> Program {
        let other = Program()
        let names = ["column", "import.opml"].map { program.home.path($0) }
        let copied = try await ChildProcess.run(
            "/bin/cp", ["-a"] + names + [other.home.path + "/"], environment: [:],
            directory: other.home.path)
        #expect(copied.ending == .exited(0), "\(copied.errors)")
        return other
    }

    private func run(
        _ job: Job, in program: Program, _ extra: [String: String]
    ) async throws -> ProcessResult {
        var environment = program.environment.merging(extra) { $1 }
        if !extra.isEmpty {
            environment["LD_PRELOAD"] = BuiltBinary.path("libfault-shim.so")
        }
        return try await ChildProcess.run(
            BuiltBinary.path(), job.words(in: program.home.path, isAgain: extra.isEmpty),
            environment: environment,
            directory: program.home.path)
    }

    /// Checks that a backup with its own name is whole.
    private func expectRestores(_ path: String, _ expected: [String], _ place: Comment) async throws
    {
        let other = Program()
        try await other.expect(0, "restore", path, "--yes")
        #expect(try await state(of: other) == expected, place)
    }

    /// Runs the job whole and counts its calls that change files.
    private func countSteps(of job: Job, in program: Program) async throws -> Int {
        let home = TemporaryHome()
        home.write([UInt8](repeating: 0, count: 8), to: "count")
        let result = try await run(
            job, in: program,
            [
                "FAULT_SHIM": "path=\(program.home.path) at=0",
                "FAULT_SHIM_COUNT": home.path("count"),
            ])
        #expect(result.ending == .exited(0), "\(result.errors)")
        let bytes = try #require(readFile(home.path("count")))
        return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// What a listener would miss if it were lost.
    private func state(of program: Program) async throws -> [String] {
        let episodes = try await program.episodes().map { episode in
            ["guid", "state", "sha256", "liked", "played", "position", "title"]
                .map { "\(String(describing: episode[$0]))" }.joined(separator: " ")
        }
        let speed = try await program.run("config", "get", "play.speed").output
        let columns = try await program.json("list", "columns")["columns"]?.elements ?? []
        let titles = columns.map { "\(String(describing: $0["title"]))" }
        return episodes.sorted() + titles + [speed]
    }
}
