import ColumnServices
import TerminalText
import Testing

@testable import CommandLineUI

@Suite struct ReferenceTests {
    /// All commands with the words that lead to them.
    static var commands: [(path: [String], command: CommandDescription)] {
        func below(_ commands: [CommandDescription], _ path: [String])
            -> [(path: [String], command: CommandDescription)]
        {
            commands.flatMap { [(path + [$0.name], $0)] + below($0.commands, path + [$0.name]) }
        }
        return below(CommandTable.all, [])
    }

    @Test func helpFitsEightyCellsAndBeginsWithAnExample() {
        for (path, command) in Self.commands where command.group != nil {
            let text = HelpText(command, path: path).text
            #expect(text.hasPrefix("  $ column"), "\(path)")
            for line in text.split(separator: "\n") where TextWidth.of(line) > 80 {
                #expect(line.contains("$ column"), "\(path): \(line)")
            }
        }
        for line in HelpText.overview(CommandTable.all).split(separator: "\n") {
            #expect(TextWidth.of(line) <= 80)
        }
    }

    /// Command lines stay whole, to be copied; all else fits a narrow terminal.
    @Test(arguments: [40, 50, 66]) func helpFitsNarrowTerminals(_ width: Int) {
        for (path, command) in Self.commands where command.group != nil {
            let text = HelpText(command, path: path, width: width).text
            for line in text.split(separator: "\n") where TextWidth.of(line) > width {
                let isOneWord = line.trimmedWords.count == 1
                #expect(line.contains("$ column") || isOneWord, "\(path): \(line)")
            }
        }
        for line in HelpText.overview(CommandTable.all, width: width).split(separator: "\n") {
            #expect(TextWidth.of(line) <= width || line.contains("$ column"), "\(line)")
        }
    }

    @Test func examplesAreUnderstood() throws {
        let parser = ArgumentParser(commands: CommandTable.all)
        for (path, command) in Self.commands {
            for example in command.examples {
                let words = example.line.split(separator: " ").map(String.init)
                    .prefix { $0 != ">" }
                #expect(words.first == "column", "\(path)")
                #expect(throws: Never.self, "\(example.line)") {
                    try parser.parse(Array(words.dropFirst()))
                }
            }
        }
    }

    @Test func optionsHaveOneMeaningInEachCommand() {
        for (path, command) in Self.commands {
            let names = command.allOptions.map(\.name)
            #expect(Set(names).count == names.count, "\(path)")
            let letters = command.allOptions.compactMap(\.letter)
            #expect(Set(letters).count == letters.count, "\(path)")
        }
    }

    @Test func everyCommandNamesTheNextStep() {
        for (path, command) in Self.commands where command.group != nil {
            #expect(!command.next.isEmpty, "\(path)")
            #expect(HelpText(command, path: path).text.contains("\nNext: column "), "\(path)")
        }
    }

    @Test func everySettingIsExplained() {
        #expect(Set(SettingText.summaries.keys) == Set(ConfigurationKey.all.map(\.name)))
    }

    @Test func nextStepsAreCommands() throws {
        let parser = ArgumentParser(commands: CommandTable.all)
        for (path, command) in Self.commands {
            for next in command.next {
                let words = next.split(separator: " ").dropFirst().map { word in
                    word == "KEY"
                        ? "play.speed" : word == "URL" ? "http://a.example/" : String(word)
                }
                #expect(throws: Never.self, "\(path): \(next)") { try parser.parse(words) }
            }
        }
    }
}

extension Substring {
    fileprivate var trimmedWords: [Substring] { split(separator: " ") }
}
