import ColumnModel
import TestSupport
import Testing

/// The server against a client that sees every byte.
@Suite struct LoopbackServerTests {
    private let server = LoopbackServer()
    private let bytes = FakeMP3.bytes(count: 100_000, seed: 7)

    struct RangeCase: CustomTestStringConvertible, Sendable {
        let id: String
        let fields: [String]
        let status: String
        let contentRange: String?
        let slice: Range<Int>

        var testDescription: String { id }
    }

    private static let date = Timestamp(secondsSince1970: 1_700_000_000)
    private static let dateText = "Tue, 14 Nov 2023 22:13:20 GMT"

    @Test(arguments: [
        RangeCase(id: "whole", fields: [], status: "200", contentRange: nil, slice: 0..<100_000),
        RangeCase(
            id: "open range", fields: ["Range: bytes=60000-"], status: "206",
            contentRange: "bytes 60000-99999/100000", slice: 60_000..<100_000),
        RangeCase(
            id: "closed range", fields: ["Range: bytes=10-19"], status: "206",
            contentRange: "bytes 10-19/100000", slice: 10..<20),
        RangeCase(
            id: "end past the file", fields: ["Range: bytes=99990-200000"], status: "206",
            contentRange: "bytes 99990-99999/100000", slice: 99_990..<100_000),
        RangeCase(
            id: "suffix", fields: ["Range: bytes=-5"], status: "206",
            contentRange: "bytes 99995-99999/100000", slice: 99_995..<100_000),
        RangeCase(
            id: "start at the end", fields: ["Range: bytes=100000-"], status: "416",
            contentRange: "bytes */100000", slice: 0..<0),
        RangeCase(
            id: "unreadable", fields: ["Range: bytes=9-3"], status: "200", contentRange: nil,
            slice: 0..<100_000),
        RangeCase(
            id: "If-Range with the ETag", fields: ["Range: bytes=7-", "If-Range: \"v1\""],
            status: "206", contentRange: "bytes 7-99999/100000", slice: 7..<100_000),
        RangeCase(
            id: "If-Range with the date", fields: ["Range: bytes=7-", "If-Range: \(dateText)"],
            status: "206", contentRange: "bytes 7-99999/100000", slice: 7..<100_000),
        RangeCase(
            id: "If-Range with another ETag", fields: ["Range: bytes=7-", "If-Range: \"v0\""],
            status: "200", contentRange: nil, slice: 0..<100_000),
        RangeCase(
            id: "If-Range with a weak ETag", fields: ["Range: bytes=7-", "If-Range: W/\"v1\""],
            status: "200", contentRange: nil, slice: 0..<100_000),
        RangeCase(
            id: "the same ETag", fields: ["If-None-Match: \"v0\", W/\"v1\""], status: "304",
            contentRange: nil, slice: 0..<0),
        RangeCase(
            id: "another ETag beats the same date",
            fields: ["If-None-Match: \"v0\"", "If-Modified-Since: \(dateText)"], status: "200",
            contentRange: nil, slice: 0..<100_000),
        RangeCase(
            id: "the same date", fields: ["If-Modified-Since: \(dateText)"], status: "304",
            contentRange: nil, slice: 0..<0),
    ])
    func answersRangesAndConditions(of rangeCase: RangeCase) {
        server.route(
            "/a.mp3", serving: Content(bytes, etag: "\"v1\"", lastModified: Self.date))
        let (head, body, code) = RawClient.fetch(server.port, "/a.mp3", rangeCase.fields)
        #expect(head.first?.split(separator: " ").dropFirst().first ?? "" == rangeCase.status)
        #expect(
            head.first { $0.hasPrefix("Content-Range") }
                == rangeCase.contentRange.map { "Content-Range: \($0)" })
        #expect(body == Array(bytes[rangeCase.slice]))
        #expect(head.contains("ETag: \"v1\""))
        #expect(head.contains("Last-Modified: \(Self.dateText)"))
        #expect(code == 0)
    }

    @Test func keepsAConnectionForSeveralRequests() {
        server.route("/a", serving: Content(text: "first", type: "text/plain"))
        let client = RawClient(port: server.port)
        client.send("HEAD", "/a")
        let answer = client.readAnswer(hasBody: false)
        #expect(answer.head.contains("Content-Length: 5"))
        client.send("GET", "/a?x=1")
        client.send("GET", "/nowhere")
        #expect(client.readAnswer().body == Array("first".utf8))
        #expect(client.readAnswer().head.first == "HTTP/1.1 404 Not Found")
        #expect(server.log.entries.map(\.request.connection) == [1, 1, 1])
        #expect(server.log.entries.map(\.request.number) == [1, 2, 1])
        #expect(server.log.entries.map(\.request.query) == [nil, "x=1", nil])
    }

    @Test func resetsAfterTheBytesHaveArrived() async throws {
        server.route("/cut.mp3") { [bytes] request in
            let right = Response.serving(Content(bytes), to: request)
            return request.number == 1 ? right.adding(.reset(after: 70_001)) : right
        }
        let cut = RawClient.fetch(server.port, "/cut.mp3")
        #expect(cut.body == Array(bytes[..<70_001]))
        #expect(cut.code != 0)
        let entries = try await server.log.wait(forFinished: 1, of: "/cut.mp3")
        #expect(entries.first?.sentBytes == 70_001)
        #expect(RawClient.fetch(server.port, "/cut.mp3").body == bytes)
    }

    @Test func closesInOrderAfterSomeBytes() {
        server.route("/fin") { [bytes] request in
            Response.serving(Content(bytes), to: request).adding(.close(after: 5))
        }
        let (head, body, code) = RawClient.fetch(server.port, "/fin")
        #expect(head.contains("Content-Length: 100000"))
        #expect(body == Array(bytes[..<5]))
        #expect(code == 0)
    }

    @Test func holdsUntilTheGateOpens() async throws {
        let headerGate = Gate()
        let bodyGate = Gate()
        server.route("/slow") { [bytes] request in
            Response.serving(Content(bytes), to: request)
                .adding(.holdHeader(headerGate)).adding(.hold(after: 1_000, bodyGate))
        }
        let client = RawClient(port: server.port)
        client.send("GET", "/slow")
        try await headerGate.waitForArrivals()
        #expect(server.log.entries.first?.status == nil)
        headerGate.open()
        try await bodyGate.waitForArrivals()
        #expect(server.log.sentBytes(of: "/slow") == 1_000)
        bodyGate.open()
        #expect(client.readAnswer().body == bytes)
    }

    @Test func leavesAGateWhenTheClientHangsUp() async throws {
        let gate = Gate()
        server.route("/held") { _ in Response(body: [1, 2]).adding(.hold(after: 1, gate)) }
        let client = RawClient(port: server.port)
        client.send("GET", "/held")
        try await gate.waitForArrivals()
        withExtendedLifetime(client) {}
        _ = consume client
        try await server.log.wait(forFinished: 1, of: "/held")
        #expect(server.log.sentBytes(of: "/held") == 1)
    }

    @Test func framesAsToldTo() {
        server.route("/chunked") { _ in
            Response(body: Array("abc".utf8)).framed(.chunked)
        }
        server.route("/broken") { _ in
            Response(body: Array("abcdef".utf8)).framed(.chunked).adding(.close(after: 3))
        }
        server.route("/eof") { _ in Response(body: Array("abc".utf8)).framed(.untilClose) }
        server.route("/lie") { _ in
            Response(body: Array("abc".utf8)).framed(.length(claimed: 9))
        }
        let chunked = RawClient.fetch(server.port, "/chunked")
        #expect(chunked.head.contains("Transfer-Encoding: chunked"))
        #expect(String(decoding: chunked.body, as: UTF8.self) == "3\r\nabc\r\n0\r\n\r\n")
        let broken = RawClient.fetch(server.port, "/broken")
        #expect(String(decoding: broken.body, as: UTF8.self) == "3\r\nabc\r\n")
        let eof = RawClient.fetch(server.port, "/eof")
        #expect(!eof.head.contains { $0.hasPrefix("Content-Length") })
        #expect(eof.body == Array("abc".utf8))
        let lie = RawClient.fetch(server.port, "/lie")
        #expect(lie.head.contains("Content-Length: 9"))
        #expect(lie.body == Array("abc".utf8))
    }

    @Test func knowsLoginsAndCookies() {
        server.route("/private") { request in
            guard request.hasLogin(user: "user", password: "pass word") else {
                return .loginNeeded()
            }
            return request.hasCookie("k", "1")
                ? Response(status: 200)
                : Response.redirect(to: request.base + "/private").setting("Set-Cookie", "k=1")
        }
        func status(_ fields: [String]) -> String? {
            RawClient.fetch(server.port, "/private", fields).head.first
        }
        let login = "Authorization: Basic dXNlcjpwYXNzIHdvcmQ="
        #expect(status([]) == "HTTP/1.1 401 Status")
        #expect(status([login]) == "HTTP/1.1 302 Status")
        #expect(status([login, "Cookie: a=b; k=1"]) == "HTTP/1.1 200 OK")
    }

    @Test func endsItsConnectionsWhenStopped() async throws {
        let gate = Gate()
        server.route("/held") { _ in Response().adding(.holdHeader(gate)) }
        let client = RawClient(port: server.port)
        client.send("GET", "/held")
        try await gate.waitForArrivals()
        server.stop()
        #expect(client.readToEnd().bytes.isEmpty)
    }
}
