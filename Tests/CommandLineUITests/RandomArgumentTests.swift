import Localization
import TestSupport
import Testing

@testable import CommandLineUI

/// Command lines of random words: understood, or refused with a word on what is wrong.
@Suite struct RandomArgumentTests {
    /// Names of commands and options as they are, halved, doubled and glued, and what is none.
    private static let words: [String] = {
        let commands = CommandTable.all.flatMap { [$0] + $0.commands }
        let options = commands.flatMap(\.options).map { "--\($0.name)" }
        let odd = [
            "", "-", "--", "---", "-=", "--=", "--json=", "--json=on", "-qv", "-qqqq", "-x", "-ß",
            "0",
            "-1", "1e999", "99999999999999999999", "1:2:3:4", "\u{0}", "\u{7F}", "\u{202E}abc",
            "a=b",
            "🎧", "e\u{301}", String(repeating: "x", count: 5_000), "\n", "--" + "-", "http://[::1",
        ]
        return commands.map(\.name) + options + options.map { $0 + "=1" }
            + options.map { String($0.dropLast()) } + odd
    }()

    @Test(arguments: UInt64(1)...16)
    func areUnderstoodOrRefused(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let parser = ArgumentParser(commands: CommandTable.all)
        var understood = 0
        for _ in 0..<2_000 {
            let count = Int.random(in: 1...6, using: &random)
            let line = (0..<count).map { _ in Self.words.randomElement(using: &random) ?? "" }
            do throws(UsageError) {
                _ = try parser.parse(line)
                understood += 1
            } catch {
                #expect(!FailureReport(error).message.isEmpty)
            }
        }
        #expect(understood > 0)
    }
}
