import Testing

@testable import HTTPKit

@Suite struct PrivateHostsTests {
    @Test(arguments: [
        ("localhost", true), ("LOCALHOST.", true), ("a.localhost", true), ("nas.local", true),
        ("router", true), ("10.1.2.3", true), ("127.0.0.1", true), ("169.254.169.254", true),
        ("172.15.0.1", false), ("172.16.0.1", true), ("192.168.1.1", true), ("192.169.1.1", false),
        ("100.64.0.1", true), ("0.0.0.0", true), ("8.8.8.8", false), ("[::1]", true),
        ("[fd00::1]", true), ("[fe80::1%25eth0]", true), ("[::ffff:127.0.0.1]", true),
        ("[::ffff:7f00:1]", true), ("[::ffff:8.8.8.8]", false), ("[64:ff9b::7f00:1]", true),
        ("[2002:7f00:1::1]", true), ("[0:0:0:0:0:0:0:1]", true), ("[fec0::1]", true),
        ("[2001:db8::1]", false), ("example.org", false), ("localhost.example.org", false),
        ("metadata.google.internal", true), ("[nonsense]", true),
    ])
    func hosts(host: String, isPrivate: Bool) {
        #expect(PrivateHosts.contains(host) == isPrivate)
    }

    @Test(arguments: [
        ("https://feeds.example.org/a", "http://127.0.0.1/x", false),
        ("https://feeds.example.org/a", "http://2130706433/x", false),
        ("https://feeds.example.org/a", "http://0x7f.1/x", false),
        ("https://feeds.example.org/a", "https://cdn.example.net/x", true),
        ("http://nas.local/a", "http://192.168.1.5/x", true), ("no address", "http://nas/x", false),
    ])
    func aFeedReachesItsOwnNetworkOnly(feed: String, url: String, isAllowed: Bool) throws {
        #expect(HTTPReach(namedBy: feed).allows(try HTTPURL(url)) == isAllowed)
    }
}
