import ArticleText
import ColumnModel
import Testing

struct TimeCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let seconds: [Int]
    let labels: [String]

    init(_ name: String, _ text: String, _ seconds: [Int], _ labels: [String] = []) {
        testDescription = name
        self.text = text
        self.seconds = seconds
        self.labels = labels
    }
}

@Suite struct TimeMarkTests {
    static let cases = [
        TimeCase("minutes", "4:05 Opening", [245], ["Opening"]),
        TimeCase("hours in brackets", "(1:02:03) Questions", [3_723], ["Questions"]),
        TimeCase("at the end", "Questions [01:02:03]", [3_723], ["Questions"]),
        TimeCase("more than an hour of minutes", "75:00 - Late", [4_500], ["Late"]),
        TimeCase("a span", "00:00 - 05:30 Opening", [0, 330], ["Opening", "00:00 - "]),
        TimeCase("in a sentence", "At 12:30, she laughs.", [750], ["she laughs."]),
        TimeCase("fullwidth colon", "03：20 为什么", [200], ["为什么"]),
        TimeCase("Chinese without blanks", "【12:30】开场", [750], ["开场"]),
        TimeCase("two on a line", "1:00 a 2:00 b", [60, 120]),
        TimeCase("bullets", "• 12:30 · Tides", [750], ["Tides"]),
        TimeCase("parts of a second", "00:12.500 Start", [12]),
        TimeCase("clock with am or pm", "at 12:30 pm, 9:00am, 8:15 p.m.", []),
        TimeCase("clock with a zone", "live 18:00 Uhr, 18:00 UTC", []),
        TimeCase("date and time", "2026-11-30 12:30:00 and 2026-11-30T12:30:00Z", []),
        TimeCase("ratio and score", "16:9, 3:2, 1:1", []),
        TimeCase("no seconds", "12:75 1:60:00 1:2:3 1234:56", []),
        TimeCase("address and port", "127.0.0.1:80:80 host:12:30 http://x:8080/", []),
        TimeCase("four fields", "1:02:03:04", []),
        TimeCase("nothing", "::: 12: :30", []),
    ]

    @Test(arguments: cases) func finds(_ item: TimeCase) {
        let document = ArticleDocument(text: item.text)
        let marks = document.timeMarks()
        #expect(marks.map { Int($0.time.components.seconds) } == item.seconds)
        if item.labels.count == 1 {
            #expect(marks.first?.label == item.labels[0])
        }
        let bytes = Array(document.plainText().utf8)
        for mark in marks {
            let words = String(decoding: bytes[mark.range], as: UTF8.self)
            #expect(item.text.contains(words))
            #expect(words.contains(":") || words.contains("："))
        }
    }

    @Test func chaptersOfNotes() {
        let chapters = ArticleDocument(
            html: """
                <p>We meet at 18:30 by the sea, and talk.</p>
                <p>00:00 Opening<br>04:35 - A keeper&rsquo;s day<br>(1:02:03) Questions</p>
                """
        ).chapters(upTo: .seconds(4_000))
        #expect(chapters.map(\.title) == ["Opening", "A keeper’s day", "Questions"])
        #expect(chapters.map(\.start) == [.zero, .seconds(275), .seconds(3_723)])
    }

    @Test func chaptersEndWithTheMedia() {
        let document = ArticleDocument(text: "00:00 a\n10:00 b\n20:00 c\n5:00 d")
        #expect(document.chapters(upTo: .seconds(900)).map(\.title) == ["a", "b"])
        #expect(document.chapters().map(\.title) == ["a", "b", "c"])
    }

    @Test func twoSentencesAreNoList() {
        #expect(
            ArticleDocument(text: "12:30 is when she laughs\nand he at 14:00").chapters().isEmpty)
        let long = String(repeating: "words ", count: 40)
        #expect(ArticleDocument(text: "00:00 \(long)\n10:00 \(long)").chapters().isEmpty)
    }

    @Test func oneStampIsNoList() {
        #expect(ArticleDocument(text: "04:35 A keeper's day").chapters().isEmpty)
    }
}
