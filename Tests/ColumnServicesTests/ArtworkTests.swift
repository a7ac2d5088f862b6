import TestSupport
import Testing

@testable import ColumnServices

/// Cover pictures over a real server, in a cache.
@Suite struct ArtworkTests {
    private let home = TemporaryHome()
    private let server = LoopbackServer()
    private let places: Places
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    init() throws {
        places = try Places(environment: ["COLUMN_HOME": home.path("c")])
    }

    private var artwork: ArtworkService {
        ArtworkService(places: places, configuration: Configuration())
    }

    @Test func aPictureIsFetchedOnceByAll() async throws {
        server.route("/a.png", serving: Content(Self.png + [1, 2, 3], type: "text/plain"))
        let artwork = artwork
        let url = server.url("/a.png")
        let paths = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<10 { group.addTask { await artwork.picture(at: url, namedBy: nil) } }
            return await group.reduce(into: [String?]()) { $0.append($1) }
        }
        let path = try #require(paths.first ?? nil)
        #expect(paths.allSatisfy { $0 == path })
        #expect(path.hasPrefix(home.path("c/cache/artwork/")) && path.hasSuffix(".png"))
        #expect(readFile(path) == Self.png + [1, 2, 3])
        #expect(fileMode(path) == 0o600)
        // Another process takes it from the cache, also without a network.
        server.stop()
        #expect(await self.artwork.picture(at: url, namedBy: nil) == path)
        #expect(server.log.entries.count == 1)
    }

    @Test(arguments: ["page", "empty", "missing", "huge", "refused"])
    func whatIsNoPictureIsNone(fault: String) async throws {
        let url: String
        switch fault {
        case "page":
            server.route("/a", serving: Content(text: "<html>", type: "image/png"))
            url = server.url("/a")
        case "empty":
            server.route("/a", serving: Content([], type: "image/png"))
            url = server.url("/a")
        case "huge":
            server.route(
                "/a", serving: Content(Self.png + [UInt8](repeating: 0, count: 9 << 20)))
            url = server.url("/a")
        case "missing": url = server.url("/none")
        default: url = "http://127.0.0.1:1/a.png"
        }
        let artwork = artwork
        #expect(await artwork.picture(at: url, namedBy: nil) == nil)
        // It is not asked for again and again.
        let count = server.log.entries.count
        #expect(await artwork.picture(at: url, namedBy: nil) == nil)
        #expect(server.log.entries.count == count)
        #expect(listDirectory(home.path("c/cache/artwork")).isEmpty)
    }

    @Test func aFeedOfTheInternetNamesNoHostOfTheOwnNetwork() async {
        server.route("/a.png", serving: Content(Self.png))
        let url = server.url("/a.png")
        #expect(await artwork.picture(at: url, namedBy: "https://example.org/feed") == nil)
        #expect(server.log.entries.isEmpty)
        #expect(await artwork.picture(at: url, namedBy: "http://localhost/feed") != nil)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://a/b.png", "", "/etc/passwd"])
    func onlyTheWebIsAsked(url: String) async {
        #expect(await artwork.picture(at: url, namedBy: nil) == nil)
    }

    @Test(arguments: [
        ([0xFF, 0xD8, 0xFF, 0xE0], "jpg"), (Array("GIF89a".utf8), "gif"),
        (Array("RIFF0000WEBPVP8 ".utf8), "webp"), (png, "png"),
    ])
    func kinds(bytes: [UInt8], kind: String) {
        #expect(ArtworkService.kind(of: bytes) == kind)
    }

    @Test func aPlayerShowsItWhenItIsThere() async throws {
        let scene = try await PlaybackScene([600])
        server.route("/cover.png", serving: Content(Self.png))
        try scene.change(
            "UPDATE columns SET image_url = ?, url = 'http://localhost/'", server.url("/cover.png"))
        let player = try scene.player()
        let events = player.events
        await player.play([.episode(scene.episodes[0])], at: 0)
        let event = await PlaybackScene.wait(events) { event in
            if case .changed(let status) = event { status.artPath != nil } else { false }
        }
        guard case .changed(let status)? = event else { return }
        #expect(readFile(status.artPath ?? "") == Self.png)
        await player.stop()
        // Who does not want it does not ask.
        let other = try scene.player(["play.artwork": "off"])
        await other.play([.episode(scene.episodes[0])], at: 0)
        #expect(other.status.artPath == nil)
        await other.stop()
    }
}
