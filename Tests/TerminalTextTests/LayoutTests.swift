import TerminalText
import Testing

@Suite struct LayoutTests {
    private static func table() -> TextTable {
        var table = TextTable([
            .init(title: "#", isRight: true), .init(title: "Title", isFlexible: true, minimum: 6),
            .init(title: "Length", isRight: true),
        ])
        table.add(["1", "三十年后的专栏：一个很长的标题", "1:02:03"])
        table.add(["12", "Short", "4:05"])
        return table
    }

    @Test func tableInItsNaturalWidth() {
        #expect(
            Self.table().lines(width: nil) == [
                " #  Title                            Length",
                " 1  三十年后的专栏：一个很长的标题  1:02:03",
                "12  Short                              4:05",
            ])
    }

    @Test func flexibleColumnGivesWay() {
        #expect(
            Self.table().lines(width: 26) == [
                " #  Title           Length",
                " 1  三十年后的专…  1:02:03",
                "12  Short             4:05",
            ])
    }

    @Test func minimumIsKept() {
        let lines = Self.table().lines(width: 5)
        #expect(lines.map { TextWidth.of($0) } == [19, 19, 19])
    }

    @Test func everyWidthIsKept() {
        var table = TextTable([
            .init(title: "A", isFlexible: true, minimum: 3), .init(title: "B"),
            .init(title: "C", isFlexible: true, minimum: 3, maximum: 30),
        ])
        table.add([String(repeating: "a", count: 50), "b", String(repeating: "c", count: 60)])
        table.add([String(repeating: "专", count: 50), "\u{1B}[31m\n", "c", "too many"])
        table.add([])
        for width in 20...120 {
            let lines = table.lines(width: width)
            #expect(lines.allSatisfy { TextWidth.of($0) <= width && !$0.contains("\u{1B}") })
            #expect(lines.count == 4)
        }
    }

    @Test func barWithLayers() {
        let bar = ProgressBar(
            layers: [[0.0..<0.5, 0.7..<0.8], [0.0..<0.2]], marks: [0.6, 0.95, 0], position: 0.2)
        #expect(bar.text(width: 20, glyphs: .ascii) == "====O-----.|..--..|.")
        #expect(bar.text(width: 20) == "━━━━●─────┄┼┄┄──┄┄┼┄")
        #expect(bar.text(width: 0) == "")
    }

    struct Share: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let share: Double
        let text: String
    }

    @Test(arguments: [
        Share(testDescription: "nothing", share: 0, text: "...."),
        Share(testDescription: "half", share: 0.5, text: "==.."),
        Share(testDescription: "nearly all is not all", share: 0.86, text: "===."),
        Share(testDescription: "all", share: 1, text: "===="),
        Share(testDescription: "more than all", share: 7, text: "===="),
        Share(testDescription: "less than nothing", share: -1, text: "...."),
        Share(testDescription: "no number", share: .nan, text: "...."),
        Share(testDescription: "infinite", share: .infinity, text: "===="),
    ]) func barOfOneShare(_ item: Share) {
        #expect(ProgressBar(share: item.share).text(width: 4, glyphs: .ascii) == item.text)
    }

    @Test func barTakesItsWidthWhateverItIsGiven() {
        for width in 0...50 {
            let bar = ProgressBar(
                layers: [[-1..<0.1, 0.5..<9], [0.3..<0.3]], marks: [.nan, .infinity, -1, 2],
                position: .infinity)
            #expect(TextWidth.of(bar.text(width: width)) == width)
        }
    }

    struct NumberCase: CustomTestStringConvertible, Sendable {
        let made: String
        let expected: String
        var testDescription: String { expected }
    }

    @Test(arguments: [
        NumberCase(made: NumberText.duration(.seconds(3_723)), expected: "1:02:03"),
        NumberCase(made: NumberText.duration(.seconds(245)), expected: "4:05"),
        NumberCase(made: NumberText.duration(.milliseconds(999)), expected: "0:00"),
        NumberCase(made: NumberText.duration(.seconds(-5)), expected: "0:00"),
        NumberCase(made: NumberText.duration(.seconds(360_000)), expected: "100:00:00"),
        NumberCase(made: NumberText.size(0), expected: "0 B"),
        NumberCase(made: NumberText.size(1_023), expected: "1023 B"),
        NumberCase(made: NumberText.size(1_024), expected: "1 KiB"),
        NumberCase(made: NumberText.size(12_897_485), expected: "12.3 MiB"),
        NumberCase(made: NumberText.size(1_048_575), expected: "1 MiB"),
        NumberCase(made: NumberText.size(150 << 20 + 600_000), expected: "151 MiB"),
        NumberCase(made: NumberText.size(.max), expected: "8 EiB"),
        NumberCase(made: NumberText.decimal(1.25), expected: "1.25"),
        NumberCase(made: NumberText.decimal(1.5), expected: "1.5"),
        NumberCase(made: NumberText.decimal(-0.05), expected: "-0.05"),
        NumberCase(made: NumberText.decimal(2), expected: "2"),
        NumberCase(made: NumberText.decimal(.nan), expected: "?"),
    ]) func numbers(_ item: NumberCase) {
        #expect(item.made == item.expected)
    }
}
