import Testing

@testable import CommandLineUI

/// What may come next, word by word.
@Suite struct CompletionTests {
    private let completer = Completer(commands: CommandTable.all, library: nil)

    private func values(_ words: String...) async -> [String] {
        await completer.completion(of: words).candidates.map(\.value)
    }

    /// Words, and what may stand in place of the last one; nil for many things.
    struct Case: Sendable {
        let words: [String]
        let expected: [String]?

        init(_ words: [String], _ expected: [String]?) {
            self.words = words
            self.expected = expected
        }
    }

    static let cases: [Case] = [
        Case(["sy"], ["sync"]), Case(["play", "--mo"], ["--mode"]),
        Case(["play", "--mode", "sh"], ["shuffle"]),
        Case(["play", "--mode=sh"], ["--mode=shuffle"]),
        Case(["play", "--mode", "=", "sh"], ["shuffle"]),
        Case(["config", "set", "play.sp"], ["play.speed"]),
        Case(["config", "set", "--column", "2", "play.sp"], ["play.speed"]),
        Case(["config", "set", "--column", "2", "sync.t"], []),
        Case(["config", "set", "play.loudness", "o"], ["on", "off"]),
        Case(["config", "set", "play.output", "pu"], ["pulse"]),
        Case(["play", "--output", "n"], ["null"]),
        Case(["queue", "ad"], ["add"]), Case(["mark", "unp"], ["unplayed"]),
        Case(["list", "--state", "complete,pa"], ["complete,partial"]),
        Case(["completions", "f"], ["fish"]), Case(["help", "config", "se"], ["set"]),
        Case(["schedule", "install", "--every", "1"], ["12h", "15m", "1d", "1h"]),
        Case(["sleep", "o"], ["off"]), Case(["nothing", ""], []), Case(["--v"], ["--version"]),
        Case([""], nil),
        Case(["play", "--nonsense", "x", ""], []), Case(["play", "--"], nil),
    ]

    @Test(arguments: cases)
    func knowsWhatComesNext(_ row: Case) async {
        let found = await completer.completion(of: row.words).candidates.map(\.value)
        if let expected = row.expected {
            #expect(found == expected)
        } else {
            #expect(found.count > 3)
        }
    }

    @Test func givenOptionsAreNotOfferedAgain() async {
        #expect(await values("play", "--speed", "2", "--sp").isEmpty)
        #expect(await values("list", "--state", "none", "--sta") == ["--state"])
    }

    @Test(arguments: [
        ["import", ""], ["add", "x"], ["export", "-o", ""], ["x.txt", ""], ["x.t"],
    ])
    func filesAreCompletedByTheShell(words: [String]) async {
        #expect(await completer.completion(of: words).wantsFiles)
    }

    @Test func everyWordOfEveryCommandIsSafe() async {
        for (path, command) in ReferenceTests.commands {
            for option in command.allOptions {
                _ = await completer.completion(of: path + ["--\(option.name)", ""])
                _ = await completer.completion(of: path + ["--\(option.name)=", ""])
            }
            _ = await completer.completion(of: path + [""])
            _ = await completer.completion(of: path + ["\"", "-", "--", "="])
        }
    }
}
