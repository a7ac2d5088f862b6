import HTTPKit
import Testing

/// Header fields as servers write them, right and wrong.
@Suite struct FieldTests {
    struct RangeCase: Sendable, CustomTestStringConvertible {
        let text: String
        let range: Range<Int64>?
        let total: Int64?
        let isRead: Bool

        init(_ text: String, _ range: Range<Int64>?, _ total: Int64?, isRead: Bool = true) {
            self.text = text
            self.range = range
            self.total = total
            self.isRead = isRead
        }

        var testDescription: String { text }
    }

    @Test(arguments: [
        RangeCase("bytes 0-99/200", 0..<100, 200),
        RangeCase("bytes 5-5/*", 5..<6, nil),
        RangeCase("bytes */200", nil, 200),
        RangeCase("Bytes  7-9/10 ", 7..<10, 10),
        RangeCase("bytes=7-9/10", 7..<10, 10),
        RangeCase("bytes 9-7/10", nil, nil, isRead: false),
        RangeCase("bytes 0-10/10", nil, nil, isRead: false),
        RangeCase("bytes -5/10", nil, nil, isRead: false),
        RangeCase("items 0-1/2", nil, nil, isRead: false),
        RangeCase("bytes 0-9223372036854775807/*", nil, nil, isRead: false),
        RangeCase("bytes 0-99999999999999999999/*", nil, nil, isRead: false),
        RangeCase("", nil, nil, isRead: false),
    ])
    func contentRange(_ test: RangeCase) {
        let field = ContentRange(test.text)
        #expect((field != nil) == test.isRead)
        #expect(field?.range == test.range)
        #expect(field?.total == test.total)
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
        ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Tue, 29 Feb 2028 23:59:59 GMT", 1_835_481_599),
        ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
        ("Sun, 06 Nov 1994 25:49:37 GMT", nil),
        ("Sun, 06 Foo 1994 08:49:37 GMT", nil),
        ("0", nil),
        ("-1", nil),
        ("", nil),
    ])
    func date(text: String, seconds: Int64?) {
        #expect(HTTPDate(text)?.secondsSince1970 == seconds)
    }

    @Test(arguments: [0, 784_111_777, -1, 951_782_400, 4_102_444_800, 1_835_481_599])
    func dateIsReadAsWritten(seconds: Int64) {
        let date = HTTPDate(secondsSince1970: seconds)
        #expect(HTTPDate(date.description) == date)
    }

    @Test func dateIsWrittenInThePreferredForm() {
        let text = HTTPDate(secondsSince1970: 784_111_777).description
        #expect(text == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test(arguments: [
        ("120", Duration.seconds(120)),
        (" 3 ", .seconds(3)),
        ("Thu, 01 Jan 1970 00:00:30 GMT", .seconds(20)),
        ("Thu, 01 Jan 1970 00:00:05 GMT", .zero),
        ("soon", nil),
        ("12x", nil),
    ])
    func retryAfter(text: String, delay: Duration?) {
        #expect(RetryAfter(text)?.delay(from: 10) == delay)
    }

    @Test(
        arguments: [
            ("audio/mpeg", "audio/mpeg", nil),
            ("Text/XML; charset=UTF-8", "text/xml", "utf-8"),
            ("text/xml;charset=\"gb2312\"; x=y", "text/xml", "gb2312"),
            ("application/rss+xml; boundary = a; charset = 'x'", "application/rss+xml", "'x'"),
            ("text/xml; charset=", "text/xml", nil),
            ("nonsense", nil, nil),
        ] as [(String, String?, String?)])
    func mediaType(text: String, essence: String?, charset: String?) {
        #expect(MediaType(text)?.essence == essence)
        #expect(MediaType(text)?.charset == charset)
    }

    @Test func cacheControl() {
        let field = CacheControl("public, max-age=\"600\" , No-Cache, foo=\"a,b\", no-store")
        #expect(field.maxAge == .seconds(600))
        #expect(field.isNoCache)
        #expect(field.isNoStore)
        #expect(CacheControl("max-age=-1").maxAge == nil)
    }

    @Test(arguments: [
        ("\"a\"", false, true), ("W/\"a\"", true, false), ("bare", false, false),
    ])
    func entityTag(text: String, isWeak: Bool, isStrong: Bool) {
        #expect(EntityTag(text)?.isWeak == isWeak)
        #expect(EntityTag(text)?.isStrong == isStrong)
    }

    @Test func reprDigest() {
        let zeros = String(repeating: "A", count: 43) + "="
        let field = ReprDigest("sha-512=:AAAA:, sha-256=:\(zeros):, md5=:AAAA:")
        #expect(field.sha256 == [UInt8](repeating: 0, count: 32))
        #expect(field.sha512 == nil)
        #expect(ReprDigest("sha-256=AAAA").sha256 == nil)
    }

    @Test(
        arguments: [
            ("", []), ("Zg==", [0x66]), ("Zm8", [0x66, 0x6F]), ("Zm9v", [0x66, 0x6F, 0x6F]),
            ("Z", nil), ("Zm9v!", nil), ("Zg==Zg", nil),
        ] as [(String, [UInt8]?)])
    func base64(text: String, bytes: [UInt8]?) {
        #expect(Base64.decode(text) == bytes)
    }
}
