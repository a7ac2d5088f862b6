import TestSupport
import Testing

@testable import HTTPKit

/// What a document on the internet names is not asked for in the own network: by its name, by a
/// redirect, or by the address to which a public name leads.
@Suite struct ReachTests {
    private let server = LoopbackServer()

    /// A client in whose world public names lead to the test's server.
    private func client(allowsPrivateHosts: Bool = false) -> HTTPClient {
        var configuration = HTTPConfiguration(userAgent: "test/1", proxy: "")
        configuration.knownAddresses = ["rebound.example.org", "feed.example.org"].map {
            "\($0):\(server.port):127.0.0.1"
        }
        configuration.allowsPrivateHosts = allowsPrivateHosts
        return HTTPClient(configuration: configuration)
    }

    private func ask(
        _ url: String, namedBy feed: String, with client: HTTPClient
    ) async -> Result<Int, HTTPError> {
        var request = HTTPRequest(url: url)
        request.reach = HTTPReach(namedBy: feed)
        do throws(HTTPError) {
            return .success(try await client.perform(request, receiver: Recorder()).head.status)
        } catch {
            return .failure(error)
        }
    }

    private func publicURL(_ host: String, _ path: String) -> String {
        "http://\(host).example.org:\(server.port)\(path)"
    }

    @Test func aPrivateNameIsNotEvenConnectedTo() async {
        let result = await ask(
            server.url("/a"), namedBy: "https://feeds.example.org/", with: client())
        #expect(result == .failure(HTTPError(.privateHost, url: server.url("/a"))))
        #expect(server.log.entries.isEmpty)
    }

    @Test func aPublicNameThatLeadsHomeIsHungUpOnBeforeTheRequest() async {
        server.route("/a", serving: Content(text: "secret"))
        let url = publicURL("rebound", "/a")
        let client = client()
        let result = await ask(url, namedBy: "https://feeds.example.org/", with: client)
        #expect(result == .failure(HTTPError(.privateHost, url: url)))
        #expect(server.log.entries.isEmpty)
        // Nor over a connection that another request, which may, has left open.
        #expect(await ask(url, namedBy: "http://nas.local/", with: client) == .success(200))
        let again = await ask(url, namedBy: "https://feeds.example.org/", with: client)
        #expect(again == .failure(HTTPError(.privateHost, url: url)))
        #expect(server.log.entries.count == 1)
    }

    @Test func theFeedsOwnServerMayBeAnywhere() async {
        server.route("/a", serving: Content(text: "audio"))
        let result = await ask(
            publicURL("feed", "/a"), namedBy: publicURL("feed", "/feed"), with: client())
        #expect(result == .success(200))
    }

    @Test(arguments: ["localhost", "rebound.example.org"])
    func aRedirectIntoTheOwnNetworkIsRefused(host: String) async {
        let target = "http://\(host):\(server.port)/b"
        server.route("/a") { _ in .redirect(to: target) }
        server.route("/b", serving: Content(text: "secret"))
        let result = await ask(
            publicURL("feed", "/a"), namedBy: publicURL("feed", "/feed"), with: client())
        guard case .failure(let error) = result else { return #expect(Bool(false)) }
        #expect(error.reason == .privateHost)
        #expect(server.log.entries.count == 1)
    }

    @Test func theSettingLiftsTheLimit() async {
        server.route("/a", serving: Content(text: "audio"))
        let client = client(allowsPrivateHosts: true)
        for url in [server.url("/a"), publicURL("rebound", "/a")] {
            #expect(
                await ask(url, namedBy: "https://feeds.example.org/", with: client) == .success(200)
            )
        }
    }

    @Test(arguments: [
        ("", "http://a.example/", false), ("http://127.0.0.1:1", "http://a.example/", true),
    ])
    func throughAProxyOnlyNamesAreJudged(proxy: String, url: String, isUsed: Bool) throws {
        let configuration = HTTPConfiguration(userAgent: "test/1", proxy: proxy)
        #expect(configuration.usesProxy(for: try HTTPURL(url)) == isUsed)
    }
}
