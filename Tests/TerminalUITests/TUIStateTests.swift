import ColumnModel
import ColumnServices
import Localization
import PlaybackRules
import RemoteControl
import TerminalText
import Testing

@testable import TerminalUI

@Suite struct TUIStateTests {
    @Test func opensAColumnAndComesBack() {
        var interface = FakeInterface()
        interface.press(.down, .enter)
        #expect(interface.state.screen == .episodes)
        #expect(interface.state.column == ColumnID(rawValue: 2))
        #expect(interface.state.list.rows.count == 20)
        interface.press(.enter)
        #expect(interface.state.focus == .article)
        interface.press(.escape)
        #expect(interface.state.focus == .list)
        interface.press(.character("h"))
        #expect(interface.state.screen == .columns)
        #expect(interface.state.list.cursor == 1)
    }

    @Test func aLoginInACommandIsNotShown() {
        var interface = FakeInterface()
        interface.perform(.run(["add", "http://me:s3cret@site.test/feed"]))
        #expect(interface.state.output?.title == "column add http://site.test/feed")
    }

    @Test func theSelectionStaysOnItsEpisodeWhenNewOnesCome() {
        var interface = FakeInterface()
        interface.perform(.show(.new), .move(5))
        let selected = interface.state.list.selected
        let rows = [RowID.episode(EpisodeID(rawValue: 900))] + interface.state.list.rows
        interface.handle(.list(.new, generation: interface.state.list.generation, rows))
        #expect(interface.state.list.selected == selected)
        #expect(interface.state.list.cursor == 6)
    }

    @Test func aLateAnswerToAnOldQuestionIsDropped() {
        var interface = FakeInterface()
        interface.perform(.show(.new))
        interface.handle(.list(.new, generation: 0, []))
        #expect(interface.state.list.rows.count == 60)
    }

    @Test func onlyRowsNearWhatIsSeenAreAskedFor() {
        var state = TUIState(settings: TUISettings(), size: .init(columns: 80, rows: 24))
        _ = state.handle(.command(.show(.new)), at: .zero)
        let rows = (1...100_000).map { RowID.episode(EpisodeID(rawValue: Int64($0))) }
        let first = state.handle(
            .list(.new, generation: state.list.generation, rows), at: .zero)
        guard case .loadEpisodes(let ids)? = first.last else {
            Issue.record("no rows are asked for: \(first)")
            return
        }
        #expect(ids.count <= 66)
        let second = state.handle(.command(.moveToLast), at: .zero)
        #expect(second == [.loadEpisodes((99_957...100_000).map { EpisodeID(rawValue: $0) })])
        // What was asked for and did not come yet is not asked for again.
        #expect(state.handle(.command(.move(-1)), at: .zero) == [])
    }

    @Test func likesAtOnceAndTellsTheLibrary() {
        var interface = FakeInterface()
        interface.perform(.show(.new), .move(1), .like)
        let id = EpisodeID(rawValue: 2)
        #expect(interface.state.episodes[id]?.isLiked == true)
        #expect(interface.wanted == [.like(id, true)])
    }

    @Test func playsWhatIsSelected() {
        var interface = FakeInterface()
        interface.perform(.play)
        interface.perform(.show(.queue), .move(1), .play)
        interface.perform(.show(.bookmarks), .open)
        interface.perform(.show(.episodes), .move(6), .play)
        #expect(
            interface.wanted == [
                .playColumn(ColumnID(rawValue: 1)),
                .play(EpisodeID(rawValue: 2), from: nil, entry: 2),
                .play(EpisodeID(rawValue: 1), from: .seconds(60), entry: nil),
            ])
        #expect(interface.state.message?.text.english.contains("no audio") == true)
    }

    @Test func thePlaceMovesWithTheSpeed() {
        var interface = FakeInterface()
        interface.play(Samples.episodes[0], at: .seconds(60)) { $0.speed = 2 }
        interface.now += .seconds(10)
        interface.handle(.tick)
        #expect(interface.screen.contains("1:20"))
        interface.handle(.player(nil))
        #expect(!interface.screen.contains("1:20"))
    }

    @Test func chaptersLeadOnAndBack() {
        var interface = FakeInterface()
        interface.play(Samples.episodes[0], at: .seconds(640))
        interface.press(.character(">"), .character("<"), .character("<"))
        #expect(
            interface.wanted == [
                .steer(.seek(.to(.seconds(1_500)))), .steer(.seek(.to(.seconds(600)))),
                .steer(.seek(.to(.zero))),
            ])
    }

    @Test func aClickInTheBarSeeks() throws {
        var interface = FakeInterface()
        interface.play(Samples.episodes[0], at: .zero)
        let bar = try #require(interface.state.layout.bar)
        interface.handle(.input(.click(Point(column: bar.column + bar.width - 1, row: bar.row))))
        interface.handle(.input(.click(Point(column: bar.column, row: bar.row))))
        #expect(interface.wanted == [.steer(.seek(.share(1))), .steer(.seek(.share(0)))])
    }

    @Test func clicksSelectOpenAndChangeTheList() throws {
        var interface = FakeInterface()
        interface.handle(.input(.click(Point(column: 20, row: 2))))
        #expect(interface.state.list.cursor == 1)
        interface.handle(.input(.click(Point(column: 20, row: 2))))
        #expect(interface.state.screen == .episodes)
        let queue = try #require(interface.grid.text(row: 0).firstRange(of: "Queue"))
        let text = interface.grid.text(row: 0)
        let column = text.distance(from: text.startIndex, to: queue.lowerBound)
        // The column's title in the tab takes two cells a character.
        interface.handle(.input(.click(Point(column: column + 2, row: 0))))
        #expect(interface.state.screen == .queue)
    }

    @Test func unsubscribingAsks() {
        var interface = FakeInterface()
        interface.press(.character("x"), .character("n"))
        #expect(interface.wanted == [])
        interface.press(.character("x"), .character("y"))
        #expect(interface.wanted == [.unsubscribe(ColumnID(rawValue: 1))])
    }

    static let leavings: [(Character, [TUIIntent])] = [
        ("b", [.keepJobs, .quit]), ("e", [.quit]), ("n", []), ("y", []),
    ]

    @Test(arguments: leavings)
    func leavingWhileAJobRunsAsks(_ key: Character, _ wanted: [TUIIntent]) {
        var interface = FakeInterface(40, 10)
        interface.handle(.job(.download, JobState(.download)))
        interface.press(.character("q"))
        #expect(interface.wanted == [])
        #expect(interface.screen.contains("Download runs: b background, e end"))
        interface.press(.character(key))
        #expect(interface.wanted == wanted)
        interface.forgetWanted()
        interface.perform(.run(["quit"]))
        #expect(interface.wanted == [])
        interface.handle(.end)
        #expect(interface.wanted == [.quit])
    }

    /// What is asked for while a job runs is asked for, not refused.
    @Test func jobsAreAskedForWhileOthersRun() {
        var interface = FakeInterface()
        interface.perform(.show(.new))
        var state = JobState(.sync)
        state.waiting = 2
        interface.handle(.job(.sync, state))
        interface.handle(.job(.download, JobState(.download)))
        interface.press(.character("d"), .character("r"), .character("R"))
        #expect(
            interface.wanted == [
                .download([EpisodeID(rawValue: 1)]), .sync(ColumnID(rawValue: 1)), .sync(nil),
            ])
        #expect(interface.screen.contains("+2"))
    }

    @Test func lookingAwayDoesNotBreakACommandOff() {
        var interface = FakeInterface()
        interface.perform(.run(["download", "5"]))
        interface.forgetWanted()
        interface.press(.escape)
        #expect(interface.wanted == [])
        #expect(interface.state.output == nil)
        interface.press(.character("q"), .character("n"))
        #expect(interface.wanted == [])
        interface.handle(.outputEnded(1, code: 0))
        #expect(interface.screen.contains("column download 5: done."))
        interface.perform(.run(["download", "6"]))
        interface.forgetWanted()
        interface.press(.control("c"))
        #expect(interface.wanted == [.stopRun(2)])
        interface.press(.escape, .control("x"))
        #expect(interface.wanted == [.stopRun(2), .stopRun(2)])
    }

    @Test func timesInTheTextPlayFromThere() {
        var interface = FakeInterface()
        let id = EpisodeID(rawValue: 1)
        interface.perform(.show(.new), .open)
        interface.press(.character("t"), .enter)
        #expect(interface.wanted == [.play(id, from: .seconds(750), entry: nil)])
        interface.play(Samples.episodes[0], at: .zero)
        interface.forgetWanted()
        interface.press(.character("t"), .enter, .character("T"), .enter)
        #expect(
            interface.wanted == [
                .steer(.seek(.to(.seconds(1_500)))), .steer(.seek(.to(.seconds(750)))),
            ])
        // Its cells take a click.
        interface.press(.character("T"))
        interface.forgetWanted()
        let area = interface.state.layout.article
        let row = (area?.row ?? 0) + 4 - (interface.state.article?.top ?? 0)
        let stamp = interface.state.article?.text.stamps.first
        interface.handle(
            .input(
                .click(
                    Point(
                        column: 1 + (stamp?.cells.lowerBound ?? 0),
                        row: row + (stamp?.line ?? 0) - 4))))
        #expect(interface.wanted == [.steer(.seek(.to(.seconds(750))))])
    }

    @Test func thePlaceInATextIsKept() {
        var interface = FakeInterface()
        let id = EpisodeID(rawValue: 1)
        interface.perform(.show(.new), .open, .move(5), .back)
        interface.perform(.open, .back)
        #expect(interface.wanted == [.keepReading(id, place: 1, isWhole: false)])
        interface.forgetWanted()
        interface.perform(.open, .moveToLast, .quit)
        #expect(interface.wanted == [.keepReading(id, place: 7, isWhole: true), .quit])
        var page = Samples.article(20)
        page.place = page.starts[3]
        interface.perform(.back, .move(1), .open)
        let state = interface.state.article
        interface.handle(
            .resized(TerminalSize(columns: 60, rows: 24)))
        #expect(state?.subject == .episode(EpisodeID(rawValue: 2)))
        #expect(state?.top == 0)
    }

    @Test(arguments: [
        (":list --", ["list --", "--all  --json"]),
        (":play --column th", [#"play --column "The Night Post""#]),
    ])
    func wordsAfterTheFirstAreCompleted(_ typed: String, _ shown: [String]) {
        var interface = FakeInterface(100, 30)
        interface.type(typed)
        interface.press(.tab)
        for text in shown { #expect(interface.screen.contains(text), "\(text)") }
    }

    @Test func typedCommandsRun() {
        var interface = FakeInterface()
        interface.press(.character(":"))
        interface.type("sea")
        interface.press(.tab)
        interface.type("'red dream' \\\"x")
        interface.press(.enter)
        #expect(interface.wanted == [.run(["search", "red dream", "\"x"], number: 1)])
        interface.handle(.output(1, "found"))
        interface.handle(.outputEnded(1, code: 3))
        #expect(interface.screen.contains("found"))
        #expect(interface.screen.contains("exit 3"))
        interface.press(.escape)
        #expect(interface.state.output == nil)
        interface.press(.character(":"), .up)
        #expect(interface.state.input?.text.hasPrefix("search") == true)
    }

    @Test func playTypedAsACommandDoesNotHoldTheScreen() {
        var interface = FakeInterface()
        interface.perform(.run(["column", "play", "5"]))
        #expect(interface.wanted == [.run(["play", "5", "--background"], number: 1)])
    }

    @Test(arguments: [(40, 10), (80, 24), (100, 30), (39, 10), (1, 1), (300, 100), (40, 9)])
    func everySizeCanBeDrawn(_ width: Int, _ height: Int) {
        var interface = FakeInterface()
        interface.play(Samples.episodes[1], at: .seconds(600))
        interface.handle(.resized(.init(columns: width, rows: height)))
        for kind in ScreenKind.allCases {
            interface.perform(.show(kind), .open, .move(2), .back)
            #expect(interface.grid.width == width)
            interface.press(.escape)
        }
        interface.perform(.help, .moveToLast, .back)
    }
}
