import AudioKit
import TestSupport
import Testing

@Suite struct MediaChapterTests {
    struct Case: CustomTestStringConvertible {
        let id: String
        let version: UInt8
        let encoding: UInt8
        let isUnsynchronised: Bool
        var testDescription: String { id }
    }

    static let cases: [Case] = [
        Case(id: "2.3 Latin-1", version: 3, encoding: 0, isUnsynchronised: false),
        Case(id: "2.3 UTF-16", version: 3, encoding: 1, isUnsynchronised: false),
        Case(id: "2.3 unsynchronised", version: 3, encoding: 1, isUnsynchronised: true),
        Case(id: "2.4 UTF-8", version: 4, encoding: 3, isUnsynchronised: false),
        Case(id: "2.4 UTF-16BE", version: 4, encoding: 2, isUnsynchronised: false),
    ]

    private func big(_ value: Int, _ test: Case? = nil) -> [UInt8] {
        let bits = test?.version == 4 ? 7 : 8
        let mask = bits == 7 ? 0x7F : 0xFF
        return [3, 2, 1, 0].map { UInt8(value >> ($0 * bits) & mask) }
    }

    private func encoded(_ text: String, _ test: Case) -> [UInt8] {
        switch test.encoding {
        case 0: text.unicodeScalars.map { UInt8($0.value) }
        case 1: [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        case 2: text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        default: Array(text.utf8)
        }
    }

    private func frame(_ id: String, _ body: [UInt8], _ test: Case) -> [UInt8] {
        Array(id.utf8) + big(body.count, test) + [0, 0] + body
    }

    private func chapter(_ id: String, _ start: Int, _ end: Int, _ title: String, _ test: Case)
        -> [UInt8]
    {
        var body = Array(id.utf8) + [0] + big(start) + big(end) + [UInt8](repeating: 0xFF, count: 8)
        body += frame("TIT2", [test.encoding] + encoded(title, test), test)
        body += frame("WXXX", [0, 0] + Array("https://example.com/\(id)".utf8), test)
        return frame("CHAP", body, test)
    }

    private func tag(_ test: Case) -> [UInt8] {
        var body = frame("APIC", [UInt8](repeating: 7, count: 5000), test)
        body += chapter("b", 60_000, 120_000, "Größe", test)
        body += chapter("a", 0, 60_000, "Anfang", test)
        if test.isUnsynchronised {
            body = body.flatMap { $0 == 0xFF ? [0xFF, 0] : [$0] }
        }
        body += [UInt8](repeating: 0, count: 300)
        let size = [3, 2, 1, 0].map { UInt8(body.count >> ($0 * 7) & 0x7F) }
        let flags: UInt8 = test.isUnsynchronised ? 0x80 : 0
        return Array("ID3".utf8) + [test.version, 0, flags] + size + body
    }

    @Test(arguments: cases)
    func chaptersAreRead(_ test: Case) throws {
        let sound = try #require(readFile(Fixture.cbrBare.path))
        let chapters = try MediaChapter.chapters(in: MemorySource(tag(test) + sound))
        #expect(
            chapters == [
                MediaChapter(
                    start: .zero, end: .seconds(60), title: "Anfang", url: "https://example.com/a"),
                MediaChapter(
                    start: .seconds(60), end: .seconds(120), title: "Größe",
                    url: "https://example.com/b"),
            ])
    }

    @Test func aFileWithoutHasNone() throws {
        #expect(try MediaChapter.chapters(in: Fixture.vbrXing.source()).isEmpty)
    }

    @Test(arguments: 0..<6)
    func damagedTagsNeverCrash(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let sound = try Array(#require(readFile(Fixture.cbrBare.path)).prefix(3000))
        for test in Self.cases {
            var bytes = tag(test)
            for _ in 0..<40 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
                    in: 0...255, using: &random)
            }
            _ = try? MediaChapter.chapters(in: MemorySource(bytes + sound))
            _ = try? MediaChapter.chapters(in: MemorySource(Array(bytes.prefix(200))))
        }
    }
}
