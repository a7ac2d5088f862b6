import Localization
import Testing

@testable import CommandLineUI

@Suite struct ArgumentParserTests {
    private let parser = ArgumentParser(commands: CommandTable.all)

    struct BadLine: Sendable, CustomTestStringConvertible {
        let line: String
        let message: String
        let hint: String
        var testDescription: String { line }
    }

    @Test(arguments: [
        BadLine(
            line: "lsit", message: "“lsit” is no command and no file.",
            hint: "Did you mean “column list”?"),
        BadLine(
            line: "frobnicate", message: "“frobnicate” is no command and no file.",
            hint: "“column --help” lists the commands."),
        BadLine(
            line: "queue ad 3", message: "“ad” is no command of “column queue”.",
            hint: "Did you mean “column queue add”?"),
        BadLine(
            line: "mark", message: "“column mark” needs one of: played, unplayed, read, unread.",
            hint: "See “column mark --help”."),
        BadLine(
            line: "list --jsno", message: "“column list” has no option --jsno.",
            hint: "Did you mean --json?"),
        BadLine(
            line: "list -json", message: "“column list” has no option -j.",
            hint: "Did you mean --json?"),
        BadLine(
            line: "list --limit", message: "--limit N: the value is missing.",
            hint: "See “column list --help”."),
        BadLine(
            line: "list --json=yes", message: "--json takes no value.",
            hint: "See “column list --help”."),
        BadLine(
            line: "list --limit 3 -n4", message: "--limit was given twice.",
            hint: "See “column list --help”."),
        BadLine(
            line: "list --limit 0", message: "--limit: “0” is not a whole number from 1 on.",
            hint: "See “column list --help”."),
        BadLine(
            line: "list everything",
            message: "LIST: “everything” is not one of columns, episodes, new, queue, downloads,"
                + " liked, history, bookmarks.", hint: "See “column list --help”."),
        BadLine(
            line: "list --since yesterday",
            message: "--since: “yesterday” is not a day as 2026-11-30, or an age as 7d.",
            hint: "See “column list --help”."),
        BadLine(
            line: "show",
            message: "“column show” needs an episode or a column: its number, address or words of"
                + " its title (EPISODE|COLUMN).", hint: "See “column show --help”."),
        BadLine(
            line: "list new old", message: "“old” is one too many for “column list”.",
            hint: "See “column list --help”."),
    ])
    func badLinesAreExplained(_ example: BadLine) {
        let words = example.line.split(separator: " ").map(String.init)
        do {
            _ = try parser.parse(words)
            Issue.record("it was understood")
        } catch {
            let report = FailureReport(error)
            #expect(report.message.english == example.message)
            #expect(report.hints.map(\.english) == [example.hint])
            #expect(report.exitCode == .usage)
        }
    }

    @Test func optionsStandAnywhereAfterTheCommand() throws {
        let parsed = try parser.parse(["list", "--sort=title", "episodes", "-n5", "-qv", "--json"])
        #expect(parsed.path == ["list"])
        #expect(parsed.operand("LIST") == "episodes")
        let names = ["sort", "limit", "quiet", "verbose", "json"]
        for option in parsed.command.allOptions {
            #expect(parsed.has(option) == names.contains(option.name), "\(option.name)")
        }
    }

    @Test func afterTwoDashesNothingIsAnOption() throws {
        #expect(try parser.parse(["search", "--", "--json"]).operand("TEXT") == "--json")
    }

    @Test func wordsOfATitleBelongTogether() throws {
        let parsed = try parser.parse(["show", "garden", "at", "night"])
        #expect(parsed.operand("EPISODE|COLUMN") == "garden at night")
    }

    @Test func commandsBelowCommandsAreFound() throws {
        #expect(try parser.parse(["queue"]).path == ["queue"])
        #expect(try parser.parse(["queue", "--json"]).path == ["queue"])
        let parsed = try parser.parse(["queue", "add", "--front", "3", "title words"])
        #expect(parsed.path == ["queue", "add"])
        #expect(parsed.operands("EPISODE") == ["3", "title words"])
    }

    @Test func helpNeedsNothingElse() throws {
        #expect(try parser.parse(["show", "--help"]).has(.help))
        #expect(try parser.parse(["mark", "-h"]).has(.help))
    }
}
