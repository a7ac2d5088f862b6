import ColumnModel
import RemoteControl
import Testing

@testable import TerminalUI

/// One script of actions drives the screen and plain mode: both show what it leads to.
@Suite struct BothViewsTests {
    struct Step: CustomTestStringConvertible {
        let testDescription: String
        /// As typed in plain mode; the same commands stand behind the keys.
        let words: [String]
        /// What both show afterwards.
        let shown: [String]

        init(_ words: [String], _ shown: String...) {
            testDescription = words.joined(separator: ", ")
            self.words = words
            self.shown = shown
        }
    }

    static let steps = [
        Step(["columns", "down"], "The Night Post"),
        Step(["open 1"], "旧书店的灯光", "The Lamp in the Old Bookshop"),
        Step(["new", "down", "down"], "读《红楼梦》第三回"),
        Step(["queue"], "旧书店的灯光", "读《红楼梦》第三回"),
        Step(["liked", "last"], "旧书店的灯光 54"),
        Step(["bookmarks"], "再听一遍", "1:00"),
        Step(["find compilers"], "How compilers forget"),
        Step(["find nothing-like-it"], "is found for “nothing-like-it”"),
        Step(["new", "open"], "A few words of English stand between"),
        Step(["help"], "Next chapter"),
        Step(["its-column"], "灯下谈"),
        Step(["new", "mark", "note x"], "Nothing plays"),
        Step(["downloads", "enqueue"], "Émigré letters"),
        Step(["columns", "remove"], "Unsubscribe from 灯下谈：写给夜里读书的人?"),
    ]

    @Test(arguments: steps) func bothShow(_ step: Step) {
        var interface = FakeInterface(120, 60)
        if step.words == ["its-column"] { interface.perform(.show(.new)) }
        for line in step.words {
            for command in PlainWords.commands(line, in: interface.state) {
                interface.perform(command)
            }
        }
        let lines = interface.lines.joined(separator: "\n")
        for text in step.shown {
            let isOnScreen = interface.screen.contains(text)
            #expect(isOnScreen, "not on the screen: \(text)")
            let isTold = lines.contains(text)
            #expect(isTold, "not told: \(text)")
        }
    }

    /// Every action, in a list, in a text, in the queue and with something playing: the word does what
    /// the key does.
    @Test(arguments: KeyBinding.all.map(\.word)) func everyWordDoesWhatItsKeyDoes(_ word: String)
        throws
    {
        let binding = try #require(KeyBinding.all.first { $0.word == word })
        for before in [[UserCommand.show(.new)], [.show(.new), .open], [.show(.queue)], []] {
            for isPlaying in [false, true] {
                var screen = FakeInterface()
                for command in before { screen.perform(command) }
                if isPlaying { screen.play(Samples.episodes[0], at: .seconds(640)) }
                var plain = screen
                for key in binding.keys {
                    var pressed = screen
                    pressed.press(key)
                    plain = screen
                    for command in PlainWords.commands(word, in: plain.state) {
                        plain.perform(command)
                    }
                    #expect(pressed.state == plain.state, "\(key.name) after \(before)")
                    #expect(pressed.wanted == plain.wanted, "\(key.name) after \(before)")
                }
            }
        }
    }

    @Test func thePlayerIsTold() {
        var interface = FakeInterface()
        interface.play(Samples.episodes[0], at: .seconds(595))
        interface.now += .seconds(10)
        interface.handle(.tick)
        interface.play(Samples.episodes[0], at: .seconds(605)) { $0.status = .paused }
        interface.play(Samples.episodes[0], at: .seconds(700)) {
            $0.status = .paused
            $0.speed = 1.5
        }
        interface.handle(.player(nil))
        #expect(
            interface.lines.suffix(7) == [
                "Playing: 旧书店的灯光, 灯下谈：写给夜里读书的人, at 9:55", "Chapter 1 of 3: 开场",
                "Chapter 2 of 3: 第二章 书店", "Paused at 10:05", "Speed 1.5", "At 11:40",
                "The player has ended.",
            ])
    }
}
