import ColumnModel
import Localization
import RemoteControl
import TerminalText
import Testing

@testable import TerminalUI

/// The text goes along with what is spoken.
@Suite struct ReadAlongTests {
    private let episode = Samples.episodes[0]

    private func cue(_ number: Int, isEstimated: Bool = true) -> PlaybackCue {
        PlaybackCue(
            index: number, start: .seconds(60 * number),
            text: "\(number). " + (number == 2 ? "12:30 " : number == 8 ? "25:00 " : "")
                + "这是一段关于旧书店的文字，写给每一个在夜里读书的人。A few words of English stand "
                + "between, and the lines break where they may.",
            isEstimated: isEstimated)
    }

    private func reading(_ number: Int) -> FakeInterface {
        var interface = FakeInterface()
        interface.perform(.show(.new), .open)
        interface.play(episode, at: .zero) { $0.cue = cue(number) }
        return interface
    }

    @Test func whatIsSpokenIsMarkedAndFollowed() throws {
        var interface = reading(1)
        let page = Samples.article(78)
        #expect(interface.state.article?.said == page.starts[0]..<page.starts[0] + 2)
        #expect(interface.screen.contains("│1. 这是一段"))
        for number in 2...9 {
            interface.play(episode, at: .zero) { $0.cue = cue(number) }
            #expect(interface.screen.contains("│\(number). "), "\(number)")
        }
        // Whoever looks elsewhere stays there until f.
        interface.perform(.moveToFirst)
        interface.play(episode, at: .zero) { $0.cue = cue(10) }
        #expect(interface.state.article?.top == 0)
        interface.press(.character("f"))
        #expect(interface.screen.contains("│10. "))
        interface.handle(.player(nil))
        #expect(interface.state.article?.said == nil)
    }

    @Test(arguments: [20, 40, 78]) func paragraphsAreFoundAtEveryWidth(_ width: Int) {
        let page = Samples.article(width)
        for number in 1...12 {
            let found = page.lines(saying: cue(number).text)
            #expect(found?.lowerBound == page.starts[number - 1])
            #expect(found?.upperBound == (number < 12 ? page.starts[number] : page.lines.count) - 1)
        }
        #expect(page.lines(saying: "not in it") == nil)
        #expect(page.lines(saying: " ") == nil)
    }

    @Test func aTranscriptStandsAboveThePlayer() {
        var interface = FakeInterface()
        interface.play(episode, at: .zero) {
            $0.cue = PlaybackCue(
                index: 0, start: .zero, speaker: "林晚", text: "晚上好\u{1B}[31m，各位。")
        }
        #expect(interface.screen.contains("── 林晚: 晚上好␛[31m，各位。 ──"))
        interface.press(.character("f"))
        #expect(interface.state.message?.text.english == "晚上好␛[31m，各位。")
    }

    @Test func aParagraphPlays() {
        var interface = FakeInterface()
        interface.perform(.show(.new), .open, .move(5), .playParagraph)
        #expect(interface.wanted == [.play(episode.id, from: .seconds(120), entry: nil)])
    }
}
