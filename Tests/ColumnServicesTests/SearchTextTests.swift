import ColumnModel
import ColumnStore
import SQLiteKit
import Testing

@testable import ColumnServices

@Suite struct SearchTextTests {
    private static let now = LocalDay(number: 20_787).start

    private func read(_ text: String) throws -> SearchText {
        try SearchText(text, now: Self.now)
    }

    @Test(arguments: [
        ("winter garden", [EpisodeSearch.Term("winter"), .init("garden")]),
        ("\"winter garden\"", [.init("winter garden")]),
        ("“winter garden", [.init("winter garden")]),
        ("gard*", [.init("gard", isPrefix: true)]),
        ("\"winter gard\"*", [.init("winter gard", isPrefix: true)]),
        ("-frost sun", [.init("frost", isExcluded: true), .init("sun")]),
        ("-\"late frost\"", [.init("late frost", isExcluded: true)]),
        ("12:30", [.init("12:30")]), ("https://a.example/x", [.init("https://a.example/x")]),
        ("Re: tide", [.init("Re:"), .init("tide")]), ("专栏 播客", [.init("专栏"), .init("播客")]),
        ("\"is:liked\"", [.init("is:liked")]), ("* -", [.init("*"), .init("-")]),
    ])
    func words(text: String, terms: [EpisodeSearch.Term]) throws {
        let read = try read(text)
        #expect(read.terms == terms)
        #expect(read.conditions.isEmpty && read.columns.isEmpty)
    }

    @Test(arguments: [
        ("is:liked", EpisodeSearch.Condition.isIn(.liked), false),
        ("-IS:Played", .isIn(.played), true), ("has:transcript", .has(.transcript), false),
        ("after:2026-11-29", .after(SearchTextTests.now + .seconds(-86_400)), false),
        ("before:2026-11-30", .before(SearchTextTests.now), false),
        ("after:1d", .after(SearchTextTests.now + .seconds(-86_400)), false),
        ("after:2026", .after(LocalDay(number: 20_454).start), false),
        ("after:2026-11", .after(LocalDay(number: 20_758).start), false),
    ])
    func filters(text: String, condition: EpisodeSearch.Condition, isExcluded: Bool) throws {
        let read = try read(text)
        #expect(read.terms.isEmpty && read.conditions.count == 1)
        #expect(read.conditions.first?.condition == condition)
        #expect(read.conditions.first?.isExcluded == isExcluded)
    }

    @Test func columnsKeepTheirWords() throws {
        let read = try read("column:\"night post\" -column:lamp tide")
        #expect(read.columns.map(\.words) == ["night post", "lamp"])
        #expect(read.columns.map(\.isExcluded) == [false, true])
        #expect(read.terms == [.init("tide")])
    }

    @Test(arguments: [
        "author:me", "is:old", "has:video", "after:soon", "before:2026-02-31", "", "  ",
    ])
    func faultsAreNamed(text: String) {
        #expect(throws: SearchError.self) { try read(text) }
    }

    @Test func faultsNameWhatIsAllowed() {
        #expect(
            throws: SearchError.unknownFilter(
                "author", known: ["column:", "after:", "before:", "has:", "is:"])
        ) { try read("author:me") }
        #expect(
            throws: SearchError.badValue(
                "video", filter: "has:", allowed: ["transcript", "audio", "chapters", "notes"])
        ) { try read("has:video") }
    }
}

@Suite struct SnippetTests {
    private func snippet(_ words: String, in text: String) -> String? {
        let terms = words.split(separator: " ").map { word in
            word.hasSuffix("*")
                ? (text: String(word.dropLast()), isPrefix: true)
                : (text: String(word), isPrefix: false)
        }
        return SnippetMaker(matcher: TextMatcher(terms)).snippet(of: text)?.pieces
            .map { $0.isMarked ? "[\($0.text)]" : $0.text }.joined()
    }

    @Test(arguments: [
        ("tide", "The Tide\nturns", "The [Tide] turns"), ("zurich", "in Zürich.", "in [Zürich]."),
        ("专栏", "这个专栏很好", "这个[专栏]很好"), ("播客*", "听播客吧", "听[播客]吧"),
        ("gard*", "a gardener", "a [gardener]"), ("期*", "第3期待", "第3[期]待"),
        ("👩‍🚀 tide", "👩‍🚀 tide", "👩‍🚀 [tide]"),
    ])
    func marks(words: String, text: String, expected: String) {
        #expect(snippet(words, in: text) == expected)
    }

    @Test func cutsAtWordsAroundTheDensestPlace() throws {
        let hay = String(repeating: "hay straw ", count: 60)
        let found = try #require(
            snippet("needle pin", in: "a needle " + hay + "needle and pin " + hay))
        #expect(found.hasPrefix("…") && found.hasSuffix("…"))
        #expect(found.contains("[needle] and [pin]") && found.utf8.count < 200)
    }

    @Test func wideTextsAreCutBetweenCharacters() throws {
        let hay = String(repeating: "稻草堆成山", count: 80)
        let found = try #require(snippet("专栏*", in: hay + "专栏" + hay))
        #expect(found.contains("[专栏]") && !found.contains("\u{FFFD}"))
    }

    @Test func nothingFoundIsNoSnippet() {
        #expect(snippet("needle", in: "hay") == nil)
    }
}

@Suite struct LocalDayTests {
    @Test(arguments: [
        (1970, 1, 1, 0), (2000, 2, 29, 11_016), (2026, 11, 30, 20_787), (1969, 12, 31, -1),
        (2100, 3, 1, 47_541),
    ])
    func daysAreCounted(year: Int, month: Int, day: Int, number: Int) throws {
        let made = try #require(LocalDay(year: year, month: month, day: day))
        #expect(made.number == number)
        #expect(made.parts == (year, month, day))
        #expect(LocalDay(of: made.start) == made)
    }

    @Test func weeksBeginOnMondays() throws {
        let monday = try #require(LocalDay(year: 2026, month: 11, day: 30))
        #expect(monday.weekday == 0)
        #expect(LocalDay(number: monday.number + 6).weekStart == monday)
        #expect(LocalDay(number: monday.number - 1).weekStart.number == monday.number - 7)
        #expect(LocalDay(year: 2026, month: 2, day: 29) == nil)
    }
}

@Suite struct ListeningMeterTests {
    @Test func speedAndTrimmingAreTakenApart() throws {
        var meter = ListeningMeter()
        meter.heard(to: .seconds(0), speed: 2, isTrimming: true, at: .seconds(100))
        // 10 s of media, which at 2.0 take 5 s, in 4 s.
        meter.heard(to: .seconds(10), speed: 2, isTrimming: true, at: .seconds(104))
        let taken = meter.take()
        let span = try #require(taken)
        #expect(span.heard == .seconds(10) && span.spent == .seconds(4))
        #expect(span.savedBySpeed == .seconds(5) && span.savedByTrim == .seconds(1))
        let rest = meter.take()
        #expect(rest == nil)
    }

    @Test func stepsAndPausesDoNotCount() throws {
        var meter = ListeningMeter()
        meter.heard(to: .seconds(5), speed: 1, isTrimming: false, at: .seconds(100))
        meter.heard(to: .seconds(6), speed: 1, isTrimming: false, at: .seconds(101))
        meter.heard(to: .seconds(600), speed: 1, isTrimming: false, at: .seconds(102))
        meter.moved()
        meter.heard(to: .seconds(100), speed: 1, isTrimming: false, at: .seconds(103))
        // A pause of an hour.
        meter.heard(to: .seconds(101), speed: 1, isTrimming: false, at: .seconds(3_703))
        let taken = meter.take()
        let span = try #require(taken)
        #expect(span.heard == .seconds(2) && span.spent == .seconds(2))
    }

    @Test func slowPlayingSavesLessThanNothing() {
        var meter = ListeningMeter()
        meter.heard(to: .zero, speed: 0.5, isTrimming: false, at: .zero)
        meter.heard(to: .seconds(1), speed: 0.5, isTrimming: false, at: .seconds(2))
        let span = meter.take()
        #expect(span?.savedBySpeed == .seconds(-1))
    }
}
