import ColumnModel
import HTTPKit
import PodcastDirectory
import TestSupport
import Testing

/// Both directories with answers of the shapes that they give.
@Suite(.timeLimit(.minutes(2))) struct DirectorySearchTests {
    private static let itunes = """
        {"resultCount":3,"results":[
        {"wrapperType":"track","kind":"podcast","collectionId":1,"trackId":1,
         "artistName":"Anna\\u001b[31m Bee","collectionName":"Garden Hour",
         "feedUrl":"https://feeds.example.org/garden.xml","trackCount":42,
         "collectionViewUrl":"https://podcasts.apple.com/1","genres":["Leisure"]},
        {"wrapperType":"track","kind":"podcast","collectionName":"Apple's own","trackCount":3},
        {"wrapperType":"track","kind":"podcast","collectionName":"Odd","feedUrl":"file:///etc/passwd"}
        ]}
        """
    private static let index = """
        {"status":"true","feeds":[
        {"id":1,"title":"Second","url":"http://feeds.example.org/second.xml","author":"","dead":0,
         "ownerName":"Bo","link":"https://second.example.org","episodeCount":7,"categories":{"1":"Arts"}},
        {"id":2,"title":"Garden Hour","url":"http://feeds.example.org/garden.xml/","dead":0},
        {"id":3,"title":"Gone","url":"https://gone.example.org/feed","dead":1}
        ],"count":3,"query":"garden","description":"Found matching feeds."}
        """
    private let server = LoopbackServer()
    private let client = HTTPClient(configuration: HTTPConfiguration(userAgent: "test", proxy: ""))

    private func search(withKey: Bool = true) -> DirectorySearch {
        DirectorySearch(
            client: client, itunes: server.base,
            podcastIndex: withKey
                ? (server.base, DirectoryKey(key: "KEY", secret: "SECRET")) : nil,
            now: { Timestamp(secondsSince1970: 1_613_713_388) })
    }

    private func serve(_ path: String, _ text: String) {
        server.route(path) { _ in
            Response(headers: ["Content-Type": "application/json"], body: Array(text.utf8))
        }
    }

    @Test func joinsBothEachFeedOnce() async {
        serve("/search", Self.itunes)
        serve("/api/1.0/search/byterm", Self.index)
        let answer = await search().search("garden & home", limit: 20)
        #expect(answer.failures.isEmpty)
        #expect(answer.results.map(\.title) == ["Garden Hour", "Second"])
        #expect(answer.results[0].sources == [.itunes, .podcastIndex])
        #expect(answer.results[0].episodeCount == 42)
        #expect(answer.results[1].feedURL == "http://feeds.example.org/second.xml")
        let asked = server.log.entries.map(\.request.query)
        #expect(asked.contains { $0?.contains("term=garden%20%26%20home") == true })
    }

    @Test func signsRequestsOfPodcastIndex() async throws {
        serve("/api/1.0/search/byterm", Self.index)
        serve("/search", Self.itunes)
        _ = await search().search("x", limit: 5)
        let request = try #require(
            server.log.entries.map(\.request).first { $0.path == "/api/1.0/search/byterm" })
        #expect(request.headers["X-Auth-Key"] == "KEY")
        #expect(request.headers["X-Auth-Date"] == "1613713388")
        // printf KEYSECRET1613713388 | sha1sum
        #expect(
            request.headers["Authorization"] == "ff125b7e8565a2a52f5900320f6cd498e7468ff8")
        let other = try #require(server.log.entries.map(\.request).first { $0.path == "/search" })
        #expect(other.headers["X-Auth-Key"] == nil)
    }

    @Test(arguments: [401, 500, 200])
    func oneThatFailsDoesNotStopTheOther(_ status: Int) async {
        serve("/search", Self.itunes)
        server.route("/api/1.0/search/byterm") { _ in Response(status: status, text: "<html>") }
        let answer = await search().search("garden", limit: 20)
        #expect(answer.results.map(\.title) == ["Garden Hour"])
        #expect(answer.failures.map(\.directory) == [.podcastIndex])
        #expect(
            answer.failures.first?.failure?.code
                == (status == 401 ? .login : status == 500 ? .httpStatus : nil))
    }

    @Test func keyDoesNotFollowARedirect() async {
        serve("/search", Self.itunes)
        server.route("/api/1.0/search/byterm") { request in
            .redirect(to: "http://localhost:\(request.base.split(separator: ":").last ?? "")/taken")
        }
        let answer = await search().search("garden", limit: 20)
        #expect(answer.failures.map(\.failure?.code) == [.redirect])
        #expect(!server.log.entries.contains { $0.request.path == "/taken" })
    }

    @Test func withoutKeyOnlyOneIsAsked() async {
        serve("/search", Self.itunes)
        let answer = await search(withKey: false).search("garden", limit: 20)
        #expect(answer.results.count == 1 && answer.failures.isEmpty)
    }
}
