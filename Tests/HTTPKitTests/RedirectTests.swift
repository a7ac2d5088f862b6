import HTTPKit
import TestSupport
import Testing

/// Redirects: followed, judged, and never with someone else's login.
@Suite struct RedirectTests {
    private let server = LoopbackServer()
    private let client = HTTPClient(configuration: HTTPConfiguration(userAgent: "test/1"))

    private func failure(_ path: String) async -> HTTPError? {
        do throws(HTTPError) {
            try await client.perform(HTTPRequest(url: server.url(path)), receiver: Recorder())
            return nil
        } catch {
            return error
        }
    }

    @Test func chainIsRecorded() async throws {
        server.route("/a") { _ in .redirect(to: "/b", status: 301) }
        server.route("/b") { .redirect(to: $0.base + "/c", status: 307) }
        server.route("/c", serving: Content(text: "here"))
        let recorder = Recorder()
        let transfer = try await client.perform(
            HTTPRequest(url: server.url("/a")), receiver: recorder)
        #expect(transfer.head.status == 200)
        #expect(transfer.head.effectiveURL == server.url("/c"))
        #expect(transfer.head.redirects.map(\.status) == [301, 307])
        #expect(transfer.head.redirects.map(\.isPermanent) == [true, false])
        #expect(transfer.head.redirects.map(\.to) == [server.url("/b"), server.url("/c")])
        #expect(recorder.record.value.body == Array("here".utf8))
        #expect(recorder.record.value.headCount == 1)
    }

    @Test func loopEndsAfterTenHops() async {
        server.route("/a") { _ in .redirect(to: "/a") }
        #expect(await failure("/a")?.reason == .redirect(.tooMany))
        #expect(server.log.entries.count == 11)
    }

    @Test(arguments: [
        ("file:///etc/passwd", HTTPError.RedirectFault.scheme("file")),
        ("gopher://example.com/", .scheme("gopher")),
        ("http://exa mple.com:nonsense/", .badTarget),
    ])
    func badTarget(location: String, fault: HTTPError.RedirectFault) async {
        server.route("/a") { _ in .redirect(to: location) }
        let error = await failure("/a")
        #expect(error?.reason == .redirect(fault))
        #expect(error?.url == server.url("/a"))
    }

    @Test func redirectWithoutATargetIsAnAnswer() async throws {
        server.route("/a") { _ in Response(status: 304) }
        server.route("/b") { _ in Response(status: 302, text: "where?") }
        for (path, status) in [("/a", 304), ("/b", 302)] {
            let transfer = try await client.perform(
                HTTPRequest(url: server.url(path)), receiver: Recorder())
            #expect(transfer.head.status == status)
        }
    }

    @Test func longBodyOfARedirectIsNotWaitedFor() async throws {
        server.route("/a") { _ in
            var response = Response.redirect(to: "/b")
            response.body = [UInt8](repeating: 0x20, count: 4 << 20)
            return response
        }
        server.route("/b", serving: Content(text: "here"))
        let transfer = try await client.perform(
            HTTPRequest(url: server.url("/a")), receiver: Recorder())
        #expect(transfer.head.status == 200)
    }

    @Test func cookiesAreKeptInMemory() async throws {
        server.route("/a") { request in
            guard request.hasCookie("seen", "1") else {
                return .redirect(to: "/a").setting("Set-Cookie", "seen=1; Path=/")
            }
            return Response(status: 200, text: "welcome")
        }
        let url = server.url("/a")
        let transfer = try await client.perform(HTTPRequest(url: url), receiver: Recorder())
        #expect(transfer.head.status == 200)
        #expect(server.log.entries.count == 2)
    }

    // F53: redirect-cross with a login.
    @Test func loginStaysAtItsHost() async throws {
        let target = server.otherHostURL("/b")
        server.route("/a") { _ in .redirect(to: target) }
        server.route("/b", serving: Content(text: "here"))
        var request = HTTPRequest(url: "http://user:secret@127.0.0.1:\(server.port)/a")
        request.fields = [HTTPField(name: "Authorization", value: "Bearer x")]
        try await client.perform(request, receiver: Recorder())
        let asked = server.log.entries.map(\.request)
        #expect(asked.count == 2)
        #expect(asked.first?.headers["Authorization"] != nil)
        #expect(asked.last?.headers["Authorization"] == nil)
    }

    @Test func loginOfTheAddressIsSent() async throws {
        server.route("/a") { request in
            request.hasLogin(user: "user", password: "secret")
                ? Response(status: 200, text: "in") : .loginNeeded()
        }
        let url = "http://user:secret@127.0.0.1:\(server.port)/a"
        let transfer = try await client.perform(HTTPRequest(url: url), receiver: Recorder())
        #expect(transfer.head.status == 200)
        #expect(transfer.head.effectiveURL == server.url("/a"))
        #expect(server.log.entries.count == 1)
    }
}
