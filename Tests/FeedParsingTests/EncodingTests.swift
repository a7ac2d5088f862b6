import ColumnModel
import FeedParsing
import Testing

@Suite("Encodings")
struct EncodingTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        var declared: String?
        var header: String?
        let title: [UInt8]
        let expected: String
        var encoding: String?
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "no word, UTF-8", title: Array("é漢".utf8), expected: "é漢", encoding: "utf-8"),
        Case(
            name: "iso-8859-1 is windows-1252", declared: "ISO-8859-1",
            title: [0x49, 0x74, 0x92, 0x73], expected: "It’s", encoding: "windows-1252"),
        Case(
            name: "gb2312 is gb18030", declared: "gb2312", title: [0xD6, 0xEC, 0xE9, 0x46],
            expected: "朱镕", encoding: "gb18030"),
        Case(
            name: "windows-1251", declared: "windows-1251", title: [0xCF, 0xF0, 0xE8],
            expected: "При", encoding: "windows-1251"),
        Case(
            name: "shift_jis", declared: "Shift_JIS", title: [0x93, 0xFA, 0x96, 0x7B],
            expected: "日本", encoding: "shift_jis"),
        Case(
            name: "euc-kr", declared: "euc-kr", title: [0xB3, 0xE2], expected: "년",
            encoding: "euc-kr"),
        Case(
            name: "the header wins over the declaration", declared: "iso-8859-2",
            header: "text/xml; charset=\"windows-1251\"", title: [0xCF, 0xF0, 0xE8],
            expected: "При"),
        Case(
            name: "a header of UTF-16 over bytes is not believed",
            header: "text/xml; charset=utf-16", title: Array("é".utf8), expected: "é"),
        Case(
            name: "a western default over good UTF-8 is not believed",
            header: "text/xml;charset=iso-8859-1", title: Array("naïve 漢".utf8),
            expected: "naïve 漢", encoding: "utf-8"),
        Case(
            name: "says UTF-8, is windows-1252", declared: "utf-8",
            title: [0x49, 0x74, 0x92, 0x73, 0x20, 0xE9], expected: "It’s é",
            encoding: "windows-1252"),
        Case(
            name: "one bad byte does not change the rest", declared: "utf-8",
            title: Array("Привет".utf8) + [0xFF] + Array("мир".utf8), expected: "Привет\u{FFFD}мир",
            encoding: "utf-8"),
        Case(
            name: "says windows-1251, is UTF-8", declared: "windows-1251",
            title: Array("Привет".utf8), expected: "Привет", encoding: "utf-8"),
        Case(
            name: "the header says UTF-8, the document knows better", declared: "windows-1251",
            header: "text/xml; charset=utf-8", title: [0xCF, 0xF0, 0xE8, 0xE2], expected: "Прив"),
        Case(name: "cp437", declared: "cp437", title: [0x80, 0x9B], expected: "Ç¢"),
        Case(
            name: "unknown label, UTF-8", declared: "x-made-up", title: Array("é".utf8),
            expected: "é"),
        Case(
            name: "unknown label, no UTF-8", declared: "x-made-up", title: [0xE9],
            expected: "é"),
        Case(
            name: "controls and NUL are dropped", title: [0x61, 0x00, 0x62, 0x0B, 0x63],
            expected: "abc"),
    ]

    @Test("a title is read in the encoding it is in", arguments: cases)
    func titles(_ one: Case) throws {
        let declaration = one.declared.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" } ?? ""
        let bytes =
            Array("\(declaration)<rss version=\"2.0\"><channel><title>".utf8) + one.title
            + Array("</title></channel></rss>".utf8)
        let read = try ReadFeed(bytes, hints: FeedHints(contentType: one.header))
        #expect(read.feed.title == one.expected)
        if let encoding = one.encoding {
            #expect(read.feed.encoding == encoding)
        }
    }

    @Test(
        "UTF-16 and UTF-32 are known with and without a mark",
        arguments: [
            ("utf-16le", true), ("utf-16le", false), ("utf-16be", true), ("utf-16be", false),
            ("utf-32le", true), ("utf-32be", false),
        ])
    func wide(encoding: String, hasMark: Bool) throws {
        let text = (hasMark ? "\u{FEFF}" : "") + "<rss><channel><title>日é😀</title></channel></rss>"
        let isBig = encoding.hasSuffix("be")
        var bytes: [UInt8] = []
        if encoding.hasPrefix("utf-16") {
            for unit in text.utf16 {
                withUnsafeBytes(of: isBig ? unit.bigEndian : unit) { bytes.append(contentsOf: $0) }
            }
        } else {
            for scalar in text.unicodeScalars {
                let value = isBig ? scalar.value.bigEndian : scalar.value
                withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
            }
        }
        let read = try ReadFeed(bytes)
        #expect(read.feed.title == "日é😀")
        #expect(read.feed.encoding == encoding)
        #expect(read.feed.problems.isEmpty)
    }

    @Test("packed bytes are unpacked though nobody asked for it; a cut is told")
    func gzip() throws {
        // printf '<rss><channel><title>Z</title></channel></rss>' | gzip -n
        let packed: [UInt8] = [
            0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xb3, 0x29, 0x2a, 0x2e,
            0xb6, 0xb3, 0x49, 0xce, 0x48, 0xcc, 0xcb, 0x4b, 0xcd, 0xb1, 0xb3, 0x29, 0xc9, 0x2c,
            0xc9, 0x49, 0xb5, 0x8b, 0xb2, 0xd1, 0x87, 0x30, 0x6c, 0xf4, 0xe1, 0x32, 0xfa, 0x20,
            0x85, 0x00, 0x5c, 0x50, 0xe8, 0x86, 0x2e, 0x00, 0x00, 0x00,
        ]
        #expect(try ReadFeed(packed).feed.title == "Z")
        // The same as zlib has it: deflate data between its own head and sum.
        let zlib = [0x78, 0x9C] + packed[10..<48] + [0x2E, 0xD4, 0x10, 0x5D]
        #expect(try ReadFeed(zlib).feed.title == "Z")
        let cut = try ReadFeed(Array(packed.dropLast(9)))
        #expect(cut.feed.problems.contains { $0.kind == .truncated })
    }
}
