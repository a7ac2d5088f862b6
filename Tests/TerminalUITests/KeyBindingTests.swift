import Testing

@testable import TerminalUI

@Suite struct KeyBindingTests {
    @Test func noKeyHasTwoMeanings() {
        let keys = KeyBinding.all.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
    }

    /// Plain mode is the screen's equal since every key has a word.
    @Test func everyKeyHasAWordOfItsOwn() {
        let words = KeyBinding.all.map(\.word)
        #expect(Set(words).count == words.count)
        #expect(words.allSatisfy { !$0.isEmpty && !$0.contains(" ") && Int($0) == nil })
    }

    @Test(arguments: KeyBinding.all.map(\.word)) func theWordDoesWhatTheKeyDoes(_ word: String) {
        let binding = KeyBinding.all.first { $0.word == word }
        let state = FakeInterface().state
        #expect(PlainWords.commands(word, in: state) == binding.map { [$0.command] })
    }

    @Test func wordsTakeMore() {
        let state = FakeInterface().state
        #expect(PlainWords.commands("2", in: state) == [.select(2)])
        #expect(PlainWords.commands("open 2", in: state) == [.select(2), .open])
        #expect(PlainWords.commands("find 红楼 梦", in: state) == [.search("红楼 梦")])
        #expect(PlainWords.commands("seek 12:30", in: state) == [.seekText("12:30")])
        #expect(PlainWords.commands("speed 2", in: state) == [.run(["speed", "2"])])
        #expect(PlainWords.commands("column like 5", in: state) == [.run(["like", "5"])])
        #expect(PlainWords.commands("play 99", in: state) == [.run(["play", "99"])])
        #expect(PlainWords.commands("", in: state) == [])
    }
}
