import Testing

@testable import TerminalUI

@Suite struct InputDecoderTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let bytes: String
        let inputs: [TUIInput]

        init(_ name: String, _ bytes: String, _ inputs: TUIInput...) {
            testDescription = name
            self.bytes = bytes
            self.inputs = inputs
        }
    }

    static let cases: [Case] = [
        Case("letters", "aZ", .key(.character("a")), .key(.character("Z"))),
        Case("Chinese", "书", .key(.character("书"))),
        Case("enter", "\r", .key(.enter)),
        Case("control", "\u{04}\u{1A}", .key(.control("d")), .key(.control("z"))),
        Case("backspace", "\u{7F}", .key(.backspace)),
        Case("arrows", "\u{1B}[A\u{1B}OB", .key(.up), .key(.down)),
        Case("pages", "\u{1B}[5~\u{1B}[6~", .key(.pageUp), .key(.pageDown)),
        Case("with a modifier", "\u{1B}[1;5C", .key(.right)),
        Case("back tab", "\u{1B}[Z", .key(.backTab)),
        Case("home and end", "\u{1B}[H\u{1B}[4~", .key(.home), .key(.end)),
        Case("click", "\u{1B}[<0;5;3M\u{1B}[<0;5;3m", .click(Point(column: 4, row: 2))),
        Case("wheel", "\u{1B}[<65;1;1M", .wheel(3, Point(column: 0, row: 0))),
        Case("other button", "\u{1B}[<2;1;1M"),
        Case("mouse nonsense", "\u{1B}[<0;0;99999999999999999999M"),
        Case("unknown key", "\u{1B}[15~\u{1B}[?1;2R"),
        Case(
            "attributes", "\u{1B}[?62;4;22cj", .answer(.attributes([62, 4, 22])),
            .key(.character("j"))),
        Case("cell size", "\u{1B}[6;20;10t", .answer(.cellSize(width: 10, height: 20))),
        Case("no cell size", "\u{1B}[6;0;10t\u{1B}[4;20;10t"),
        Case(
            "kitty", "\u{1B}_Gi=31415001;OK\u{1B}\\\u{1B}_Gi=31415001;ENOTSUP:x\u{1B}\\",
            .answer(.kittyGraphics(true)), .answer(.kittyGraphics(false))),
        Case("kitty to another", "\u{1B}_Gi=1;OK\u{1B}\\"),
        Case(
            "background", "\u{1B}]11;rgb:ffff/ffff/eeee\u{07}\u{1B}]11;rgb:00/10/20\u{1B}\\",
            .answer(.background(.light)), .answer(.background(.dark))),
        Case("other strings", "\u{1B}]52;c;AAAA\u{07}\u{1B}P1$r0m\u{1B}\\\u{1B}]11;blue\u{07}"),
        Case(
            "paste", "\u{1B}[200~a\u{1B}[31mb\u{1B}[201~c", .paste("a\u{1B}[31mb"),
            .key(.character("c"))),
    ]

    @Test(arguments: cases) func whole(_ item: Case) {
        var decoder = InputDecoder()
        #expect(decoder.decode(Array(item.bytes.utf8)) == item.inputs)
        #expect(!decoder.isWaiting)
    }

    @Test(arguments: cases) func byteByByte(_ item: Case) {
        var decoder = InputDecoder()
        #expect(item.bytes.utf8.flatMap { decoder.decode([$0]) } == item.inputs)
    }

    @Test func escapeIsAKeyWhenNothingFollows() {
        var decoder = InputDecoder()
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.isWaiting)
        #expect(decoder.decode([], isLast: true) == [.key(.escape)])
    }

    /// An answer on a slow line is not typed into a list.
    @Test func aBegunAnswerIsKnownAsOne() {
        for begun in ["\u{1B}]11;rgb:ff", "\u{1B}_Gi=31", "\u{1B}[?62;"] {
            var decoder = InputDecoder()
            #expect(decoder.decode(Array(begun.utf8)) == [])
            #expect(decoder.isInAnswer)
        }
        var decoder = InputDecoder()
        #expect(decoder.decode([0x1B, UInt8(ascii: "]")]) == [])
        #expect(decoder.isWaiting && !decoder.isInAnswer)
        #expect(
            decoder.decode([], isLast: true) == [.key(.escape), .key(.character("]"))])
        let endless = [0x1B, UInt8(ascii: "]")] + [UInt8](repeating: 0x61, count: 2_000)
        #expect(decoder.decode(endless).first == .key(.escape))
    }

    @Test func brokenBytesAreNoKeys() {
        var decoder = InputDecoder()
        #expect(
            decoder.decode([0xFF, 0xC3, 0x28, 0x80]).allSatisfy { $0 == .key(.character("(")) })
        #expect(decoder.decode([0xC2, 0x9B], isLast: true) == [])
        #expect(decoder.decode([0xE4], isLast: true) == [])
        #expect(decoder.decode(Array("a".utf8)) == [.key(.character("a"))])
    }
}
