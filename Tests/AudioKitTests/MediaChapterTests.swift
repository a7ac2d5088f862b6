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

    // MARK: - The table of contents

    /// A CTOC frame.
    private func table(
        _ id: String, _ children: [String], isTop: Bool = false, isOrdered: Bool = true,
        title: String = "", count: Int? = nil
    ) -> [UInt8] {
        let test = Self.cases[3]
        let flags = UInt8((isTop ? 2 : 0) + (isOrdered ? 1 : 0))
        var body = Array(id.utf8) + [0, flags, UInt8((count ?? children.count) & 0xFF)]
        for child in children { body += Array(child.utf8) + [0] }
        if !title.isEmpty { body += frame("TIT2", [3] + Array(title.utf8), test) }
        return frame("CTOC", body, test)
    }

    /// What is read of five chapters, a to e, one a minute, and some tables.
    private func listed(_ tables: [UInt8]) throws -> [String] {
        let test = Self.cases[3]
        var body = tables
        for (index, id) in ["c", "a", "e", "b", "d"].enumerated() {
            let start = Int(id.utf8.first ?? 0) - 97
            body += chapter(id, start * 60_000, (start + 1) * 60_000, id.uppercased(), test)
            if index == 2 { body += frame("APIC", [UInt8](repeating: 7, count: 3000), test) }
        }
        let size = [3, 2, 1, 0].map { UInt8(body.count >> ($0 * 7) & 0x7F) }
        let bytes = Array("ID3".utf8) + [4, 0, 0] + size + body
        let sound = try #require(readFile(Fixture.cbrBare.path))
        return try MediaChapter.chapters(in: MemorySource(bytes + sound)).map {
            ($0.headings + [$0.title]).joined(separator: "/")
        }
    }

    struct Table: CustomTestStringConvertible, Sendable {
        let id: String
        let frames: @Sendable (MediaChapterTests) -> [UInt8]
        let expected: [String]
        var testDescription: String { id }
    }

    static let tables: [Table] = [
        Table(id: "none: by time", frames: { _ in [] }, expected: ["A", "B", "C", "D", "E"]),
        Table(
            id: "ordered: as it says",
            frames: { $0.table("t", ["b", "a", "c", "e", "d"], isTop: true) },
            expected: ["B", "A", "C", "E", "D"]),
        Table(
            id: "unordered: by time",
            frames: { $0.table("t", ["b", "a", "c"], isTop: true, isOrdered: false) },
            expected: ["A", "B", "C"]),
        Table(
            id: "what it does not name is hidden",
            frames: { $0.table("t", ["a", "d"], isTop: true) }, expected: ["A", "D"]),
        Table(
            id: "nested, the root last",
            frames: {
                $0.table("one", ["a", "b"], title: "One") + $0.table("two", ["c"], title: "Two")
                    + $0.table("t", ["one", "two", "e"], isTop: true, title: "All")
            }, expected: ["One/A", "One/B", "Two/C", "E"]),
        Table(
            id: "nested in an unordered one: by the first of each part",
            frames: {
                $0.table("t", ["two", "one"], isTop: true, isOrdered: false)
                    + $0.table("one", ["b", "a"], title: "One") + $0.table("two", ["c"], title: "")
            }, expected: ["One/B", "One/A", "C"]),
        Table(
            id: "no flag: the one that is no other's child",
            frames: { $0.table("in", ["a"], title: "In") + $0.table("out", ["in", "b"]) },
            expected: ["In/A", "B"]),
        Table(
            id: "a circle",
            frames: {
                $0.table("t", ["x", "a"], isTop: true) + $0.table("x", ["y", "b"], title: "X")
                    + $0.table("y", ["t", "x", "y", "c"], title: "Y")
            }, expected: ["X/Y/C", "X/B", "A"]),
        Table(
            id: "a child twice",
            frames: { $0.table("t", ["a", "a", "b", "a"], isTop: true) }, expected: ["A", "B"]),
        Table(
            id: "two with one name: the first counts",
            frames: {
                $0.table("t", ["a"], isTop: true) + $0.table("t", ["b"], isTop: true)
            }, expected: ["A"]),
        Table(
            id: "names that nobody has: all by time",
            frames: { $0.table("t", ["q", "r"], isTop: true) },
            expected: ["A", "B", "C", "D", "E"]),
        Table(
            id: "it counts more than there are",
            frames: { $0.table("t", ["c", "a"], isTop: true, count: 200) }, expected: ["C", "A"]),
        Table(
            id: "it counts fewer than there are",
            frames: { $0.table("t", ["c", "a", "b"], isTop: true, count: 2) },
            expected: ["C", "A"]),
        Table(
            id: "it counts none: all by time",
            frames: { $0.table("t", ["c"], isTop: true, count: 0) },
            expected: ["A", "B", "C", "D", "E"]),
        Table(
            id: "a chain of a thousand",
            frames: { tests in
                (0..<1000).flatMap { tests.table("\($0)", ["\($0 + 1)", "a"], isTop: $0 == 0) }
            }, expected: ["A"]),
    ]

    @Test(arguments: tables)
    func theTableOfContentsLeads(_ test: Table) throws {
        #expect(try listed(test.frames(self)) == test.expected)
    }

    /// One element counts 255 children at most: with more chapters than that none is hidden.
    @Test func moreChaptersThanATableCanCountAreAllThere() throws {
        let test = Self.cases[3]
        let names = (0..<300).map { "n\($0)" }
        var body = table("t", names, isTop: true)
        for (index, name) in names.enumerated() {
            body += chapter(name, index * 1000, (index + 1) * 1000, name, test)
        }
        let size = [3, 2, 1, 0].map { UInt8(body.count >> ($0 * 7) & 0x7F) }
        let bytes = Array("ID3".utf8) + [4, 0, 0] + size + body
        let sound = try #require(readFile(Fixture.cbrBare.path))
        let found = try MediaChapter.chapters(in: MemorySource(bytes + sound))
        #expect(found.map(\.title) == names)
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
