@preconcurrency import Glibc
import TestSupport
import Testing

/// Programs of the user's that are told of events.
@Suite struct HookTests {
    private let program = Program()
    private let server = LoopbackServer()

    /// A hook that keeps what it gets, says something, and ends with a code.
    private func install(_ name: String, mode: mode_t = 0o700, code: Int = 0) {
        let script = """
            #!/bin/sh
            cat >> '\(program.home.path("heard-\(name)"))'
            echo noise-out; echo noise-err >&2
            exit \(code)

            """
        program.home.write(Array(script.utf8), to: "column/hooks/\(name)")
        chmod(program.home.path("column/hooks"), 0o700)
        chmod(program.home.path("column/hooks/\(name)"), mode)
    }

    private func heard(_ name: String) throws -> [JSONValue] {
        let bytes = readFile(program.home.path("heard-\(name)")) ?? []
        return try JSONValue.lines(String(decoding: bytes, as: UTF8.self))
    }

    private func serve(_ numbers: ClosedRange<Int>) {
        let feed = RSSFeed(
            title: "Harbour",
            items: numbers.reversed().map { (number: Int) in
                .init(
                    guid: "e\(number)", title: "Episode \(number)",
                    audioURL: server.url("/\(number).mp3"))
            })
        server.route("/feed.xml", serving: Content(text: feed.text))
    }

    @Test func syncsAndDownloadsAreTold() async throws {
        serve(1...4)
        try await program.expect(0, "add", server.url("/feed.xml"))
        for name in ["episode-new", "sync-done", "download-complete"] { install(name) }
        serve(1...6)
        let sync = try await program.expect(0, "sync", "--force")
        #expect(!(sync.output + sync.errors).contains("noise"))
        let episodes = try heard("episode-new").compactMap { $0["episode"] }
        #expect(Set(episodes.map { $0["guid"]?.string }) == ["e5", "e6"])
        #expect(episodes.allSatisfy { $0["columnTitle"]?.string == "Harbour" })
        let done = try #require(try heard("sync-done").first)
        #expect(done["event"]?.string == "sync-done" && done["version"]?.int == 1)
        #expect(done["added"]?.int == 2 && done["failed"]?.int == 0)

        let audio = FakeMP3.bytes(count: 20_000)
        server.route("/6.mp3", serving: Content(audio, type: "audio/mpeg"))
        try await program.expect(0, "download", "e6")
        let download = try #require(try heard("download-complete").first)
        #expect(download["episode"]?["guid"]?.string == "e6")
        #expect(download["bytes"]?.int == audio.count)
        #expect(readFile(download["path"]?.string ?? "") == audio)
        // Nothing new, so nobody is told of an episode again.
        try await program.expect(0, "sync", "--force")
        #expect(try heard("episode-new").count == 2 && heard("sync-done").count == 2)
    }

    @Test func aFailingHookFailsNothing() async throws {
        serve(1...2)
        install("sync-done", code: 3)
        try await program.expect(0, "add", server.url("/feed.xml"))
        let quiet = try await program.expect(0, "sync", "--force")
        #expect(!quiet.errors.contains("noise"))
        let verbose = try await program.expect(0, "sync", "--force", "--verbose")
        #expect(verbose.errors.contains("sync-done") && verbose.errors.contains("noise-out"))
    }

    @Test(arguments: [
        (0o600, "may not be executed"), (0o720, "others may write"), (0o702, "others may write"),
    ])
    func unsafeHooksAreNotRun(mode: Int, words: String) async throws {
        serve(1...2)
        install("sync-done", mode: mode_t(mode))
        install("episode-new", mode: mode_t(mode))
        try await program.expect(0, "add", server.url("/feed.xml"))
        serve(1...4)
        let result = try await program.expect(0, "sync", "--force")
        let lines = result.errors.split(separator: "\n").filter { $0.contains(words) }
        #expect(lines.count == 2, "\(result.errors)")
        #expect(try heard("sync-done").isEmpty && heard("episode-new").isEmpty)
    }

    @Test func aFolderOfOthersIsNotTrusted() async throws {
        serve(1...2)
        install("sync-done")
        chmod(program.home.path("column/hooks"), 0o777)
        try await program.expect(0, "add", server.url("/feed.xml"))
        let result = try await program.expect(0, "sync", "--force")
        #expect(result.errors.contains("others may write"))
        #expect(try heard("sync-done").isEmpty)
    }

    @Test func theEndOfAnEpisodeIsTold() async throws {
        server.routeFixtures()
        install("playback-ended")
        try await program.expect(0, "add", server.url("/night-post/feed.xml"))
        try await program.expect(0, "download", "night-post-3")
        try await program.expect(
            0, "play", "night-post-3", "--mode", "once", "--output",
            "wav:" + program.home.path("heard.wav"))
        #expect(
            try heard("playback-ended").map { $0["episode"]?["guid"]?.string } == ["night-post-3"])
    }

    @Test func helpSaysHow() async throws {
        let help = try await program.expect(0, "help", "hooks").output
        #expect(help.contains("episode-new") && help.contains("standard input"))
        #expect(try await program.expect(0, "help", "--manual").output.contains(".SH HOOKS"))
    }
}
