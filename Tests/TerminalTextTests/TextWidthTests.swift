import TerminalText
import Testing

struct WidthCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let width: Int

    init(_ name: String, _ text: String, _ width: Int) {
        testDescription = name
        self.text = text
        self.width = width
    }
}

@Suite struct TextWidthTests {
    static let widths = [
        WidthCase("empty", "", 0),
        WidthCase("ASCII", "Episode 12", 10),
        WidthCase("Latin with accents", "Café Ångström", 13),
        WidthCase("accents as combining marks", "Cafe\u{301} A\u{30A}", 6),
        WidthCase("Chinese", "三十年后的专栏", 14),
        WidthCase("Chinese with fullwidth punctuation", "你好，世界！", 12),
        WidthCase("Chinese and Latin", "第12期：Swift 与 Linux", 22),
        WidthCase("Japanese with halfwidth katakana", "ｱｲｳ カナ", 8),
        WidthCase("dakuten as a combining mark", "か\u{3099}", 2),
        WidthCase("Korean", "한국어", 6),
        WidthCase("Korean as jamo", "\u{1112}\u{1161}\u{11AB}", 2),
        WidthCase("ideographs beyond the basic plane", "𠮷野家", 6),
        WidthCase("ambiguous width counts one", "§±×—…“”", 7),
        WidthCase("box drawing", "━─┄●", 4),
        WidthCase("emoji", "🎧", 2),
        WidthCase("emoji with skin tone", "👍🏽", 2),
        WidthCase("family joined by ZWJ", "👨‍👩‍👧‍👦", 2),
        WidthCase("astronaut with skin tone and ZWJ", "👩🏽‍🚀", 2),
        WidthCase("heart as text", "❤", 1),
        WidthCase("heart as emoji by VS16", "❤\u{FE0F}", 2),
        WidthCase("keycap", "1\u{FE0F}\u{20E3}", 2),
        WidthCase("flag", "🇨🇳", 2),
        WidthCase("two flags", "🇨🇳🇩🇪", 4),
        WidthCase("flag by tags", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2),
        WidthCase("Arabic", "مرحبا", 5),
        WidthCase("Hebrew with points", "שָׁלוֹם", 4),
        WidthCase("Thai with marks above and below", "ที่นี่", 2),
        WidthCase("Devanagari with virama", "नमस्ते", 4),
        WidthCase("zero-width space and joiners", "a\u{200B}b\u{200D}c\u{2060}d", 4),
        WidthCase("hexagram of Unicode 16", "䷀", 2),
        WidthCase("unassigned is one", "\u{0378}", 1),
        WidthCase("private use is one", "\u{E000}", 1),
        WidthCase("unassigned in an ideographic plane is two", "\u{3FFFD}", 2),
    ]

    @Test(arguments: widths) func widthInCells(_ item: WidthCase) {
        #expect(TextWidth.of(item.text) == item.width)
    }

    @Test(arguments: widths) func cutFitsEveryWidth(_ item: WidthCase) {
        for width in 0...item.width + 1 {
            let cut = TextWidth.cut(item.text, to: width)
            #expect(TextWidth.of(cut) <= width)
            #expect((cut == item.text) == (item.width <= width || item.text.isEmpty))
            let tail = TextWidth.cutStart(item.text, to: width)
            #expect(TextWidth.of(tail) <= width)
            #expect((tail == item.text) == (item.width <= width || item.text.isEmpty))
        }
    }

    @Test(arguments: widths) func padTakesTheWidth(_ item: WidthCase) {
        #expect(TextWidth.of(TextWidth.pad(item.text, to: 40)) == 40)
        #expect(TextWidth.pad(item.text, to: 40, isRight: true).hasSuffix(item.text))
    }

    @Test func cutSaysThatItCut() {
        #expect(TextWidth.cut("三十年后", to: 5) == "三十…")
        #expect(TextWidth.cut("三十年后", to: 6) == "三十…")
        #expect(TextWidth.cut("三十年后", to: 8) == "三十年后")
        #expect(TextWidth.cut("三十年后", to: 1) == "…")
        #expect(TextWidth.cutStart("/home/me/专栏.mp3", to: 9) == "…专栏.mp3")
        #expect(TextWidth.cut("👨‍👩‍👧‍👦 family", to: 4) == "👨‍👩‍👧‍👦 …")
    }

    /// Every scalar by itself has a width that its neighbours do not change, if it is a simple one.
    @Test func simpleScalarsAgreeWithClusters() {
        for value in UInt32(0x20)...0xFFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "漢" + String(Character(scalar)) + "字"
            if text.count == 3 {
                #expect(TextWidth.of(text) == 4 + TextWidth.of(scalar), "U+\(value)")
            }
        }
    }
}
