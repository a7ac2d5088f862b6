import ColumnModel
import PlaybackRules
import Testing

/// Where chapters lead, and what is left out at the edges of an episode.
struct EdgeAndChapterTests {
    private static let chapters = [0, 60, 120].map {
        Chapter(start: .seconds($0), title: "\($0)")
    }

    @Test(arguments: [
        (0, 60), (59, 60), (60, 120), (119, 120), (120, nil), (500, nil),
    ])
    func nextChapter(at position: Int, leadsTo expected: Int?) {
        let found = ChapterRule.next(in: Self.chapters, at: .seconds(position))
        #expect(found == expected.map { .seconds($0) })
    }

    @Test(arguments: [
        (0, 0), (3, 0), (40, 0), (60, 0), (63, 0), (64, 60), (121, 60), (124, 120),
    ])
    func previousChapter(at position: Int, leadsTo expected: Int) {
        let found = ChapterRule.previous(in: Self.chapters, at: .seconds(position))
        #expect(found == .seconds(expected))
    }

    @Test func withoutChaptersNothingLeadsAnywhere() {
        #expect(ChapterRule.next(in: [], at: .zero) == nil)
        #expect(ChapterRule.previous(in: [], at: .seconds(9)) == nil)
    }

    @Test func aFirstChapterThatBeginsLate() {
        let late = [Chapter(start: .seconds(30), title: "late")]
        #expect(ChapterRule.previous(in: late, at: .seconds(10)) == .zero)
        #expect(ChapterRule.previous(in: late, at: .seconds(31)) == .zero)
    }

    @Test(arguments: [
        (15, 0, 600, 15), (15, 0, nil, 15), (15, 10, 25, 0), (0, 20, 600, 0),
    ])
    func intro(intro: Int, outro: Int, duration: Int?, start: Int) {
        let rule = EdgeRule(intro: .seconds(intro), outro: .seconds(outro))
        #expect(rule.start(duration: duration.map { .seconds($0) }) == .seconds(start))
    }

    @Test(arguments: [
        ("by listening", 569, 570, 600, true), ("not yet", 568, 569, 600, false),
        ("begun beyond it", 575, 576, 600, false), ("length unknown", 569, 570, nil, false),
        ("longer than the episode", 10, 20, 25, false),
    ])
    func outro(name: String, from old: Int, to new: Int, duration: Int?, isOver: Bool) {
        let rule = EdgeRule(outro: .seconds(30))
        let found = rule.isOver(
            from: .seconds(old), to: .seconds(new), duration: duration.map { .seconds($0) })
        #expect(found == isOver)
    }
}
