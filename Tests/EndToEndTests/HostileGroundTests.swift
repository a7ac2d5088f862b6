@preconcurrency import Glibc
import TestSupport
import Testing

/// A disk that is full, and a server that cannot prove who it is.
@Suite struct HostileGroundTests {
    private let program = Program()
    private let server = LoopbackServer()

    /// A file system of its own in memory, gone with the object.
    private final class SmallDisk: Sendable {
        let home = TemporaryHome()

        /// Whether this process may mount one (`mount`).
        static let isPossible = (try? SmallDisk(megabytes: 1)) != nil

        struct Refused: Error {
            let errno: Int32
        }

        init(megabytes: Int) throws(Refused) {
            guard mount("tmpfs", home.path, "tmpfs", 0, "size=\(megabytes)m,mode=700") == 0 else {
                throw Refused(errno: errno)
            }
        }

        deinit {
            umount2(home.path, CInt(MNT_DETACH))
        }

        func grow(toMegabytes size: Int) {
            let code = mount("tmpfs", home.path, "tmpfs", UInt(MS_REMOUNT), "size=\(size)m")
            #expect(code == 0)
        }
    }

    // F56: the disk fills in the middle; the part stays, the queue stops, and it goes on with room.
    @Test(.enabled(if: SmallDisk.isPossible, "only root may mount a small file system"))
    func aFullDiskLosesNothing() async throws {
        let disk = try SmallDisk(megabytes: 3)
        let audio = Content(FakeMP3.bytes(count: 5_000_000, seed: 3), etag: "\"v1\"")
        server.route("/a.mp3", serving: audio)
        try await program.subscribe(toAudioOf: server)
        try await program.expect(0, "config", "set", "download.directory", disk.home.path)
        try await program.expect(0, "config", "set", "download.keep-free", "0B")
        // No length is told, so that the lack shows in the middle and not before the start.
        server.route("/a.mp3") { request in
            var response = Response.serving(audio, to: request)
            if request.range == nil { response.framing = .chunked }
            return response
        }
        let full = try await program.expect(6, "download", "--all")
        #expect(full.errors.lowercased().contains("full"))
        #expect(try await program.onlyEpisode()["state"]?.string == "partial")
        let kept = listDirectory(disk.home.path).compactMap { fileSize(disk.home.path($0)) }.max()
        #expect(try #require(kept) > 1_000_000)

        disk.grow(toMegabytes: 16)
        try await program.expect(0, "download", "--all")
        let path = try #require(try await program.onlyEpisode()["path"]?.string)
        #expect(readFile(path) == audio.bytes)
        let sent = server.log.sentBytes(of: "/a.mp3")
        #expect(sent < audio.bytes.count * 2)
    }

    // F58: a certificate that nobody vouches for ends it; plain http is never tried in its place.
    @Test func anUnprovenServerIsRefused() async throws {
        let key = program.home.path("key.pem")
        let certificate = program.home.path("certificate.pem")
        let made = try await ChildProcess.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                "/CN=127.0.0.1", "-keyout", key, "-out", certificate,
            ], environment: ["PATH": "/usr/bin:/bin", "HOME": program.home.path])
        try #require(made.ending == .exited(0), "\(made.errors)")
        let secure = try ChildProcess(
            "openssl",
            ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-WWW"],
            environment: ["PATH": "/usr/bin:/bin"], input: .pipe, directory: program.home.path)
        let said = try await secure.wait(forText: "ACCEPT 127.0.0.1:")
        let port = said.components(after: "ACCEPT 127.0.0.1:").prefix { $0.isNumber }
        let feed = RSSFeed.single(audioURL: "https://127.0.0.1:\(port)/a.mp3")
        server.route("/feed.xml", serving: Content(text: feed.text))
        try await program.expect(0, "add", server.url("/feed.xml"))
        let failed = try await program.run("download", "--all")
        #expect(failed.ending != .exited(0))
        let episode = try await program.onlyEpisode()
        #expect(episode["state"]?.string == "failed")
        #expect(episode["error"]?["code"]?.string == "tls")
        #expect(server.log.entries.allSatisfy { $0.request.path == "/feed.xml" })
    }
}

extension String {
    /// What stands behind the first occurrence of a text; empty without one.
    fileprivate func components(after text: String) -> Substring {
        firstRange(of: text).map { self[$0.upperBound...] } ?? ""
    }
}
