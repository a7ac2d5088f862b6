import HTTPKit
import TestSupport
import Testing

/// Whole bodies, in memory and beyond.
@Suite struct FetchTests {
    private let server = LoopbackServer()
    private let client = HTTPClient(configuration: HTTPConfiguration(userAgent: "test/1"))
    private let home = TemporaryHome()

    @Test func smallBodyStaysInMemory() async throws {
        server.route("/a", serving: Content(text: "small"))
        let response = try await client.fetch(
            HTTPRequest(url: server.url("/a")), temporaryFolder: home.path)
        guard case .bytes(let bytes) = response.body else {
            Issue.record("in a file")
            return
        }
        #expect(bytes == Array("small".utf8))
        #expect(listDirectory(home.path).isEmpty)
    }

    @Test func largeBodyGoesToAFileThatAKillDoesNotLeave() async throws {
        let content = Content(FakeMP3.bytes(count: 200_000))
        server.route("/a", serving: content)
        do {
            let response = try await client.fetch(
                HTTPRequest(url: server.url("/a")), memoryLimit: 100_000,
                temporaryFolder: home.path)
            guard case .file(let file) = response.body else {
                Issue.record("in memory")
                return
            }
            #expect(listDirectory(home.path).isEmpty)
            var bytes = [UInt8](repeating: 0, count: 300_000)
            let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 0) }
            #expect(Array(bytes.prefix(count)) == content.bytes)
            let tail = try bytes.withUnsafeMutableBytes { try file.read(into: $0, at: 199_990) }
            #expect(Array(bytes.prefix(tail)) == Array(content.bytes.suffix(10)))
        }
        #expect(listDirectory(home.path).isEmpty)
    }

    @Test func largeBodyWithoutAFolderIsTooLarge() async {
        server.route("/a", serving: Content(FakeMP3.bytes(count: 200_000)))
        let request = HTTPRequest(url: server.url("/a"))
        let error = await #expect(throws: HTTPError.self) {
            try await client.fetch(request, memoryLimit: 100_000)
        }
        #expect(error?.reason == .tooLarge(limit: 100_000))
    }

    @Test func missingFolderIsNamed() async {
        server.route("/a", serving: Content(FakeMP3.bytes(count: 200_000)))
        let request = HTTPRequest(url: server.url("/a"))
        let folder = home.path("none")
        let error = await #expect(throws: HTTPError.self) {
            try await client.fetch(request, memoryLimit: 1_000, temporaryFolder: folder)
        }
        #expect(error?.reason == .cannotStore(errno: 2))
    }

    @Test func gzipIsDecodedWhenWanted() async throws {
        server.route("/a") { .serving(Content(text: "packed"), to: $0).gzipped() }
        var request = HTTPRequest(url: server.url("/a"))
        let raw = try await client.fetch(request)
        request.compression = .any
        let decoded = try await client.fetch(request)
        guard case .bytes(let rawBytes) = raw.body, case .bytes(let bytes) = decoded.body else {
            Issue.record("in a file")
            return
        }
        #expect(bytes == Array("packed".utf8))
        #expect(rawBytes.starts(with: [0x1F, 0x8B]))
        #expect(raw.head.contentEncoding == "gzip")
    }

    @Test func damagedGzipIsMalformed() async {
        server.route("/a") { _ in
            Response(body: Array("no gzip at all".utf8)).setting("Content-Encoding", "gzip")
        }
        var decoding = HTTPRequest(url: server.url("/a"))
        decoding.compression = .any
        let request = decoding
        let error = await #expect(throws: HTTPError.self) {
            try await client.fetch(request)
        }
        guard case .malformed = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
