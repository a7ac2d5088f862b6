@preconcurrency import Glibc
import TestSupport
import Testing

/// Secrets are put in everywhere that takes one; then all commands run, and nothing that they say or
/// keep outside the logins' file has them.
@Suite(.timeLimit(.minutes(5))) struct CanaryTests {
    private let program = Program()
    private let server = LoopbackServer()
    private let gate = Gate()
    private let devices = DeviceServerDouble(.gpodder, password: "canary-device") {
        Int64(time(nil))
    }

    private func serve() {
        let feed = RSSFeed(
            title: "Members",
            items: [
                RSSFeed.Item(
                    guid: "1", title: "One", audioURL: server.url("/1.mp3"), length: 4,
                    article: "<p>words</p>")
            ])
        server.route("/login.xml") { request in
            request.hasLogin(user: "anna", password: "canary-feed")
                ? .serving(Content(text: feed.text), to: request) : .loginNeeded()
        }
        server.route("/token.xml") { request in
            request.query == "a=1&token=canary-token"
                ? .serving(Content(text: feed.text), to: request)
                : Response(status: 403, text: "no")
        }
        // As servers do that want a slash, or https: with all of the address.
        server.route("/moved.xml") { request in
            .redirect(to: "/token.xml?\(request.query ?? "")", status: 301)
        }
        server.route("/1.mp3") { request in
            .serving(Content(FakeMP3.bytes(count: 40_000)), to: request)
        }
        server.route("/search") { _ in Response(status: 500, text: "no") }
        let gate = gate
        server.route("/wait") { _ in Response().adding(.holdHeader(gate)) }
    }

    private func plant() async throws {
        let address = String(server.base.dropFirst("http://".count))
        try await program.expect(0, "add", "http://anna:canary-feed@\(address)/login.xml")
        try await program.expect(0, "add", server.url("/moved.xml?a=1&token=canary-token"))
        try await program.expect(
            0, "add", "--no-fetch", server.url("/gone.xml?apikey=canary-apikey"))
        try await program.expect(
            0, "config", "set", "directory.podcast-index-key", "-",
            input: .bytes(Array("canary-key canary-secret\n".utf8)))
        try await program.expect(
            0, "config", "set", "directory.podcast-index", server.base)
        try await program.expect(0, "config", "set", "directory.itunes", server.base)
        try await program.expect(
            0, "devices", "login", devices.url, "--user", "anna", "--password-stdin",
            input: .bytes(Array("canary-device\n".utf8)))
    }

    private static let commands: [[String]] = [
        ["sync"], ["sync", "--force", "--verbose"], ["sync", "--json"], ["sync", "--dry-run"],
        ["list"], ["list", "--json"], ["list", "episodes", "--json"], ["show", "1"],
        ["show", "2"], ["show", "3"], ["show", "2", "--json"], ["show", "--column", "2"],
        ["why", "1"], ["why", "--column", "2", "--json"], ["why", "--column", "3"],
        ["download", "--all", "--verbose"], ["download", "--all", "--json"], ["read", "1"],
        ["search", "words"], ["search", "--directory", "words"],
        ["search", "--directory", "--json", "words"], ["export"], ["export", "--format", "json"],
        ["config"], ["config", "list", "--json"], ["config", "get", "directory.podcast-index-key"],
        ["config", "get", "http.proxy"], ["devices"], ["devices", "--json"],
        ["devices", "--plan", "--json"], ["devices", "sync", "--json"],
        ["devices", "sync", "--verbose"], ["schedule", "install", "--dry-run"], ["fsck"],
        ["clean"], ["status"], ["pack", "--hours", "1"], ["backup", "copy.sqlite"],
        ["mark", "played", "1"], ["like", "1"], ["queue", "add", "1"], ["undo"], ["undo"],
        ["add", "http://anna:canary-feed@127.0.0.1:1/x.xml"],
        ["add", "http://127.0.0.1:1/x.xml?token=canary-token"],
        ["add", "ftp://anna:canary-feed@host.test/x"], ["add", "nothing:canary-feed@"],
        ["show", "http://anna:canary-feed@127.0.0.1:1/x.xml"],
        ["devices", "login", "https://anna:canary-device@127.0.0.1:1", "-u", "a"],
        ["remove", "-y", "3"], ["devices", "logout"], ["bogus"], ["export", "--format", "bad"],
    ]

    @Test func nothingSaidOrKeptHasASecret() async throws {
        serve()
        try await plant()
        var (ran, failed) = (0, 0)
        for arguments in Self.commands {
            for proxy in [false, true] where proxy == (arguments.first == "config") {
                if proxy {
                    try await program.expect(
                        0, "config", "set", "http.proxy", "http://me:canary-proxy@127.0.0.1:9")
                }
                let result = try await ChildProcess.run(
                    BuiltBinary.path(), arguments, environment: program.environment,
                    directory: program.home.path)
                if proxy { try await program.expect(0, "config", "unset", "http.proxy") }
                ran += 1
                if result.ending != .exited(0) { failed += 1 }
                let said = result.output + result.errors
                // What the user typed wrongly may be said back to him, but for passwords.
                #expect(!said.contains("canary"), "column \(arguments): \(said)")
            }
        }
        #expect(ran == Self.commands.count && failed > 5, "\(ran) ran, \(failed) failed")
        // The feeds were read with their secrets, and their audio came.
        #expect(server.log.entries(of: "/token.xml").contains { $0.status == 200 })
        #expect(server.log.entries(of: "/login.xml").contains { $0.status == 200 })
        #expect(devices.log.entries.count > 5)
        // The server of devices learns of no feed with a secret.
        #expect(devices.subscriptions.isEmpty)
        for file in files(in: program.home.path) where !file.hasSuffix("/credentials") {
            let bytes = readFile(file) ?? []
            #expect(!contains(bytes, "canary"), "\(file)")
        }
        let kept = String(
            decoding: readFile(program.home.path("column/credentials")) ?? [], as: UTF8.self)
        #expect(kept.contains("canary-token") && kept.contains("canary-feed"))
        #expect(fileMode(program.home.path("column/credentials")) == 0o600)
    }

    /// A backup holds no logins, so that it may lie anywhere.
    ///
    /// Restored at home, all works; elsewhere the
    /// logins are asked for.
    @Test func backupRestoresAWorkingLibraryWithoutHoldingLogins() async throws {
        serve()
        try await plant()
        try await program.expect(0, "backup", "copy.sqlite")
        try await program.expect(0, "remove", "-y", "1", "2")
        try await program.expect(0, "restore", "--yes", "copy.sqlite")
        let events = try await program.events(3, "sync", "--force")
        let failures = events.filter { $0["event"]?.string == "error" }
        // Only the feed that was never there fails.
        #expect(failures.map { $0["column"]?.int } == [3], "\(failures)")
        let elsewhere = Program()
        elsewhere.home.write(
            readFile(program.home.path("copy.sqlite")) ?? [], to: "copy.sqlite")
        try await elsewhere.expect(0, "restore", "--yes", "copy.sqlite")
        let run = try await elsewhere.expect(3, "sync", "--force")
        #expect(run.errors.contains("user name and password are needed"), "\(run.errors)")
        try await elsewhere.expect(7, "devices", "sync")
    }

    /// A crash leaves no core file, also where they are wanted: passwords stand in the memory.
    @Test(.enabled(if: coresAreFiles, "the kernel hands cores to a program"))
    func crashLeavesNoMemoryBehind() async throws {
        serve()
        defer { gate.open() }
        let crash = try await ChildProcess.run(
            "/bin/sh", ["-c", "ulimit -c unlimited; sh -c 'kill -ABRT $$'; true"],
            environment: program.environment, directory: program.home.path)
        #expect(crash.ending == .exited(0))
        // A program that says nothing about it does leave one here.
        #expect(files(in: program.home.path).contains { $0.contains("/core") })
        for file in files(in: program.home.path) where file.contains("/core") { unlink(file) }
        // Swift's own crash handler would take the signal and go on.
        var environment = program.environment
        environment["SWIFT_BACKTRACE"] = "enable=no"
        let child = try ChildProcess(
            "/bin/sh",
            [
                "-c",
                "ulimit -c unlimited; exec \(BuiltBinary.path()) add http://127.0.0.1:\(server.port)/wait",
            ],
            environment: environment, directory: program.home.path)
        try await server.log.wait(forRequests: 1, of: "/wait")
        child.send(SIGABRT)
        #expect(try await child.waitForExit().ending == .signalled(SIGABRT))
        #expect(!files(in: program.home.path).contains { $0.contains("/core") })
    }

    private static var coresAreFiles: Bool {
        let pattern = readFile("/proc/sys/kernel/core_pattern") ?? []
        return pattern.starts(with: Array("core".utf8))
    }

    private func files(in folder: String) -> [String] {
        listDirectory(folder).flatMap { name -> [String] in
            let path = "\(folder)/\(name)"
            let inner = files(in: path)
            return inner.isEmpty && !fileExists(path + "/.") ? [path] : inner
        }
    }

    private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
        let wanted = Array(text.utf8)
        guard let first = wanted.first, bytes.count >= wanted.count else { return false }
        return bytes.indices.dropLast(wanted.count - 1).contains { index in
            bytes[index] == first && bytes[index..<index + wanted.count].elementsEqual(wanted)
        }
    }
}
