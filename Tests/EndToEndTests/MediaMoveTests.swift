@preconcurrency import Glibc
import TestSupport
import Testing

/// A changed `download.directory` takes the files along, or says what lies where.
@Suite struct MediaMoveTests {
    private let program = Program()
    private let server = LoopbackServer()
    private let audio = FakeMP3.bytes(count: 300_000)

    private func download() async throws {
        server.route("/a.mp3", serving: Content(audio, type: "audio/mpeg", etag: "\"1\""))
        try await program.subscribe(toAudioOf: server, length: audio.count)
        try await program.expect(0, "download", "only")
    }

    private func path() async throws -> String {
        try await program.onlyEpisode()["path"]?.string ?? ""
    }

    @Test func nothingIsChangedUnasked() async throws {
        try await download()
        let new = program.home.path("new")
        let result = try await program.expect(2, "config", "set", "download.directory", new)
        #expect(result.errors.contains("--move") && result.errors.contains("1 file "))
        #expect(
            try await program.expect(0, "config", "get", "download.directory").output == "none\n")
        #expect(!fileExists(new))
        try await program.expect(0, "fsck")
    }

    @Test func filesMoveAlong() async throws {
        try await download()
        let old = try await path()
        let new = program.home.path("new folder/audio")
        try await program.expect(0, "config", "set", "download.directory", new, "--move")
        let moved = try await path()
        #expect(moved.hasPrefix(new + "/") && readFile(moved) == audio)
        #expect(!fileExists(old))
        try await program.expect(0, "fsck")
        // And back again.
        let json = try await program.json("config", "unset", "download.directory", "--move")
        #expect(json["event"]?.string == "unset")
        #expect(readFile(old) == audio && !fileExists(new))
        try await program.expect(0, "fsck")
        try program.expectSoundLibrary()
    }

    @Test(.enabled(if: isOtherFileSystem("/dev/shm")))
    func toAnotherFileSystemTheyAreCopied() async throws {
        try await download()
        var template = Array("/dev/shm/column-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { removeTree(folder) }
        try await program.expect(
            0, "config", "set", "download.directory", folder + "/audio", "--move")
        #expect(readFile(try await path()) == audio)
        #expect(listDirectory(folder + "/audio").allSatisfy { !$0.hasSuffix(".moving") })
        try await program.expect(0, "fsck")
    }

    @Test func aFileInTheWayStopsItAll() async throws {
        try await download()
        let old = try await path()
        let name = old.split(separator: "/").last.map(String.init) ?? ""
        program.home.write(Array("mine".utf8), to: "new/\(name)")
        let new = program.home.path("new")
        try await program.expect(1, "config", "set", "download.directory", new, "--move")
        #expect(readFile(old) == audio)
        #expect(readFile("\(new)/\(name)") == Array("mine".utf8))
        try await program.expect(0, "fsck")
    }

    @Test func whatIsLeftIsSaidToBeMissingAndIsThereAgain() async throws {
        try await download()
        let new = program.home.path("new")
        let left = try await program.expect(
            0, "config", "set", "download.directory", new, "--leave")
        #expect(left.errors.contains("stay in"))
        try await program.expect(0, "config", "unset", "download.directory")
        #expect(readFile(try await path()) == audio)
        try await program.expect(0, "fsck")
    }

    @Test func aPartGoesOnInItsNewPlace() async throws {
        let whole = audio
        let content = Content(whole, type: "audio/mpeg", etag: "\"1\"")
        server.route("/a.mp3") { request in
            Response.serving(content, to: request).adding(.close(after: 150_000))
        }
        try await program.subscribe(toAudioOf: server, length: whole.count)
        try await program.expect(0, "config", "set", "download.attempts", "1")
        _ = try await program.run("download", "only")
        let held = try #require(try await program.onlyEpisode()["bytes"]?.int)
        #expect(held > 0)
        let new = program.home.path("new")
        try await program.expect(0, "config", "set", "download.directory", new, "--move")
        server.route("/a.mp3", serving: content)
        let before = server.log.sentBytes(of: "/a.mp3")
        try await program.expect(0, "download", "only")
        #expect(readFile(try await path()) == whole)
        #expect(server.log.sentBytes(of: "/a.mp3") - before <= whole.count - held + 65_536)
    }
}

private func isOtherFileSystem(_ path: String) -> Bool {
    var (here, there) = (stat(), stat())
    return stat("/tmp", &here) == 0 && stat(path, &there) == 0 && here.st_dev != there.st_dev
}
