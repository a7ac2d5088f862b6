import Glibc
import TestSupport
import Testing

@testable import ColumnServices

@Suite struct CredentialsTests {
    struct AddressCase: Sendable, CustomTestStringConvertible {
        let text: String
        let url: String?
        var login: Login?
        var testDescription: String { "“\(text)”" }
    }

    @Test(arguments: [
        AddressCase(text: "http://a.example/f.xml", url: "http://a.example/f.xml"),
        AddressCase(text: "HTTPS://A.Example", url: "https://a.example/"),
        AddressCase(text: "a.example/Feed?x=1#top", url: "https://a.example/Feed?x=1"),
        AddressCase(text: "feed://a.example/f", url: "https://a.example/f"),
        AddressCase(text: "feed:http://a.example/f", url: "http://a.example/f"),
        AddressCase(
            text: "https://me%40b:p%3Aw@a.example:8443/f", url: "https://a.example:8443/f",
            login: Login(user: "me@b", password: "p:w")),
        AddressCase(
            text: "http://u@a.example/x@y", url: "http://a.example/x@y",
            login: Login(user: "u", password: "")),
        AddressCase(text: "ftp://a.example/f", url: nil),
        AddressCase(text: "file:///etc/passwd", url: nil),
        AddressCase(text: "http://", url: nil),
        AddressCase(text: "http://a.example/with blank", url: nil),
        AddressCase(text: "nonsense", url: nil),
        AddressCase(text: "", url: nil),
    ])
    func addressesAreReadWithoutTheirLogins(_ example: AddressCase) {
        let address = FeedAddress(example.text)
        #expect(address?.url == example.url)
        #expect(address?.login == example.login)
    }

    @Test func tokensAreTakenOutOfAddresses() throws {
        let text = "https://H.example:8443/feed?user=12&token=s3cretvalue&page=2"
        let address = try #require(FeedAddress(text))
        let token = try #require(address.tokens.first)
        #expect(address.tokens.count == 1 && token.host == "h.example")
        #expect(
            address.url
                == "https://h.example:8443/feed?user=12&token=\(token.placeholder)&page=2")
        #expect(token.login.password == "s3cretvalue" && token.placeholder.hasPrefix("hidden-"))
        // What is taken out already stays, the same token has the same placeholder, another not.
        #expect(FeedAddress(address.url)?.url == address.url)
        #expect(FeedAddress(text)?.url == address.url)
        #expect(FeedAddress(text + "x")?.tokens == address.tokens)
        #expect(FeedAddress("https://h.example/?token=s3cretvalue2")?.url != address.url)
        #expect(FeedAddress("https://other.example/?token=s3cretvalue")?.tokens != address.tokens)
        #expect(FeedAddress("https://h.example/?key=12")?.tokens.isEmpty == true)
    }

    @Test func loginsAreKeptForTheirOwnerOnly() async throws {
        let home = TemporaryHome()
        let path = home.path("data/credentials")
        let store = CredentialStore(path: path)
        let login = Login(user: "a b", password: "p%\n\u{1F511}")
        try await store.set(login, forFeed: "http://a/f")
        try await store.set(Login(user: "x", password: "y"), forFeed: "http://b/f")
        try await store.set(nil, forFeed: "http://b/f")
        #expect(try await store.logins() == ["http://a/f": login])
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(stat(home.path("data"), &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(!"\(login)".contains("p%") && !String(reflecting: login).contains("a b"))
    }
}
