import HTTPKit
import Testing

/// Addresses as feeds and servers write them.
@Suite struct HTTPURLTests {
    @Test(arguments: [
        ("http://example.com", "http://example.com/"),
        (" https://example.com/a b.mp3\n", "https://example.com/a%20b.mp3"),
        ("https://example.com/\u{4E13}\u{680F}", "https://example.com/%e4%b8%93%e6%a0%8f"),
        ("https://example.com/a%20b?c=d#part", "https://example.com/a%20b?c=d"),
        ("http://example.com:80/", "http://example.com:80/"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x"),
    ])
    func isNormalised(text: String, expected: String) throws {
        #expect(try HTTPURL(text).string == expected)
    }

    @Test func loginIsCutOff() throws {
        let url = try HTTPURL("https://user:p%40ss@example.com/feed")
        #expect(url.string == "https://example.com/feed")
        #expect(url.credentials?.user == "user")
        #expect(url.credentials?.password == "p@ss")
        #expect("\(url)".contains("p@ss") == false)
        var dumped = ""
        dump(url, to: &dumped)
        #expect(!dumped.contains("p@ss"))
    }

    @Test(arguments: [
        ("file:///etc/passwd", HTTPError.Reason.unsupportedScheme("file")),
        ("ftp://example.com/", .unsupportedScheme("ftp")),
        ("", .badURL),
        ("http://", .badURL),
        ("no address", .badURL),
        ("http://u:secret@exa mple.com:x/", .badURL),
    ])
    func isRefused(text: String, reason: HTTPError.Reason) {
        let error = #expect(throws: HTTPError.self) { try HTTPURL(text) }
        #expect(error?.reason == reason)
        #expect(error?.url.contains("secret") == false)
    }

    @Test(arguments: [
        ("b.mp3", "http://example.com/dir/b.mp3"),
        ("/b.mp3", "http://example.com/b.mp3"),
        ("//cdn.example.com/b", "http://cdn.example.com/b"),
        ("https://other.example.com/", "https://other.example.com/"),
        ("?x=1", "http://example.com/dir/a.mp3?x=1"),
        ("../c d", "http://example.com/c%20d"),
    ])
    func isResolved(reference: String, expected: String) throws {
        let base = try HTTPURL("http://example.com/dir/a.mp3")
        #expect(try base.resolving(reference).string == expected)
    }

    @Test(arguments: [
        ("http://example.com/", "http://example.com/x", true),
        ("http://example.com/", "https://example.com/x", true),
        ("https://example.com/", "http://example.com/x", false),
        ("http://example.com/", "http://example.com:8080/", false),
        ("http://example.com/", "http://www.example.com/", false),
    ])
    func loginKeepsToItsOrigin(home: String, other: String, isAllowed: Bool) throws {
        let credentials = HTTPCredentials(
            user: "u", password: "p", origin: try HTTPURL(home).origin)
        #expect(credentials.areAllowed(at: try HTTPURL(other).origin) == isAllowed)
    }
}
