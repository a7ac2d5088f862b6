import ColumnModel
import ColumnServices
import Localization
import PlaybackRules
import TerminalText

/// Finds what may come next on a command line; columns and episodes come from the library.
struct Completer {
    /// The commands of the first level.
    let commands: [CommandDescription]
    /// The library; nil where there is none, and none is made for a completion.
    let library: LibraryService?

    /// How many episodes are looked at, the newest first.
    private static let episodeLimit = 500

    /// Completes the last of the words after the program's name.
    func completion(of words: [String]) async -> Completion {
        let position = CompletionPosition(words, among: commands)
        switch position.slot {
        case .command: return firstWords(position)
        case .option:
            let options = (position.command?.allOptions ?? [])
                .filter { $0.isRepeatable || !position.given.contains($0.name) }
            return fixed(
                options.map { .init(value: "--\($0.name)", meaning: $0.summary) }, position)
        case .value(let option): return await values(of: option.value?.kind ?? .text, position)
        case .operand(let operand): return await operands(operand, position)
        }
    }

    private func firstWords(_ position: CompletionPosition) -> Completion {
        guard position.operands.isEmpty else { return Completion(wantsFiles: true) }
        // What begins with a dash, or is no command, is util-linux's column's.
        let flags: [Completion.Candidate] = [
            .init(value: "--help", meaning: "Show help."),
            .init(value: "--version", meaning: "Print the version."),
        ]
        let names = commands.filter { $0.group != nil }
            .map { Completion.Candidate(value: $0.name, meaning: $0.summary) }
        var completion = fixed(position.word.hasPrefix("-") ? flags : names, position)
        completion.wantsFiles = completion.candidates.isEmpty
        return completion
    }

    private func operands(_ operand: OperandDescription?, _ position: CompletionPosition) async
        -> Completion
    {
        guard let command = position.command else { return Completion() }
        if command.name == "help" { return helpTopics(position) }
        var completion = Completion()
        if position.operands.isEmpty {
            completion = fixed(
                command.commands.map { .init(value: $0.name, meaning: $0.summary) }, position)
        }
        guard let operand else { return completion }
        var kind = operand.kind
        if command.name == "set", operand.name == "VALUE", let name = position.operands.first,
            let key = try? ConfigurationKey.named(name)
        {
            kind = Self.kind(of: key)
        }
        // “play --column 2” takes the number for a column's.
        if kind == .subject, position.given.contains("column") { kind = .column }
        let further = await values(of: kind, position)
        completion.candidates += further.candidates
        completion.wantsFiles = further.wantsFiles
        completion.areTitles = further.areTitles
        return completion
    }

    private func helpTopics(_ position: CompletionPosition) -> Completion {
        var level = commands.filter { $0.group != nil }
        for name in position.operands {
            level = level.first { $0.name == name }?.commands ?? []
        }
        return fixed(level.map { .init(value: $0.name, meaning: $0.summary) }, position)
    }

    private func values(of kind: ValueKind, _ position: CompletionPosition) async -> Completion {
        switch kind {
        case .choice(let words): return fixed(words.map { .init(value: $0) }, position)
        case .choices(let words): return list(words, position)
        case .column: return await columns(position)
        case .episode: return await episodes(position)
        case .subject:
            var completion = await episodes(position)
            // A bare number means an episode, so columns are offered by their titles.
            if !position.word.isEmpty, Int64(position.word) == nil {
                completion.candidates += await columns(position).candidates
            }
            completion.areTitles = !position.word.isEmpty
            completion.wantsFiles = position.word.contains("/")
            return completion
        case .key:
            let isOfColumn = position.given.contains("column")
            let keys = ConfigurationKey.all.filter { !isOfColumn || $0.isPerColumn }
            return fixed(
                keys.map { .init(value: $0.name, meaning: SettingText.summaries[$0.name] ?? "") },
                position)
        case .file, .source: return Completion(wantsFiles: true)
        case .output:
            return fixed(Self.examples(["auto", "pulse", "ao", "null", "wav:"]), position)
        case .speed:
            return fixed(Self.examples(["0.8", "1.0", "1.2", "1.5", "1.8", "2.0"]), position)
        case .sleep: return fixed(Self.examples(Self.sleeps), position)
        case .sleepOrOff: return fixed(Self.examples(Self.sleeps + ["off"]), position)
        case .age, .moment: return fixed(Self.examples(["1d", "7d", "30d"]), position)
        case .dayTimes: return fixed(Self.examples(["07:00", "07:00,19:00"]), position)
        case .text, .query, .count, .time, .seek, .size: return Completion()
        }
    }

    private static let sleeps = ["15m", "30m", "1h", "23:30", "end", "chapter", "3eps"]

    private static func examples(_ words: [String]) -> [Completion.Candidate] {
        words.map { .init(value: $0) }
    }

    private static func kind(of key: ConfigurationKey) -> ValueKind {
        switch key.kind {
        case .output: return .output
        case .night: return .choice(["22:00-06:00 30m"])
        case .boolean: return .choice(["on", "off"])
        case .choice(let words): return .choice(words)
        case .optional: return .choice(["none"])
        case .directory: return .file
        case .count, .duration, .size, .share, .factor, .text: return .choice([key.defaultText])
        }
    }

    /// Words that begin as what was written.
    private func fixed(_ all: [Completion.Candidate], _ position: CompletionPosition)
        -> Completion
    {
        Completion(
            candidates: all.filter { $0.value.hasPrefix(position.word) }.map {
                .init(value: position.prefix + $0.value, meaning: $0.meaning)
            })
    }

    /// The last of several words with commas between them.
    private func list(_ words: [String], _ position: CompletionPosition) -> Completion {
        let parts = position.word.split(separator: ",", omittingEmptySubsequences: false)
        let head = parts.dropLast().map { $0 + "," }.joined()
        let rest = words.filter { word in
            word.hasPrefix(parts.last ?? "") && !parts.dropLast().contains { $0 == word }
        }
        return Completion(candidates: rest.map { .init(value: position.prefix + head + $0) })
    }
}

extension Completer {
    private func columns(_ position: CompletionPosition) async -> Completion {
        let columns = (try? await library?.columns()) ?? []
        return things(columns.map { (number: $0.id.rawValue, title: $0.title) }, position)
    }

    private func episodes(_ position: CompletionPosition) async -> Completion {
        var request = EpisodeRequest(position.command?.name == "unlike" ? .liked : .episodes)
        request.limit = Self.episodeLimit
        let episodes = (try? await library?.episodes(request)) ?? []
        return things(episodes.map { (number: $0.id.rawValue, title: $0.title) }, position)
    }

    /// By number with the title as its meaning; by title where one was begun.
    private func things(_ all: [(number: Int64, title: String)], _ position: CompletionPosition)
        -> Completion
    {
        let begun = position.word.lowercased()
        let isTitle = !begun.isEmpty && Int64(begun) == nil
        let known = Set(position.operands)
        let candidates = all.compactMap { thing -> Completion.Candidate? in
            let (number, title) = (String(thing.number), SafeText.line(thing.title))
            guard !known.contains(number) else { return nil }
            if isTitle {
                guard title.lowercased().hasPrefix(begun) else { return nil }
                return .init(value: position.prefix + title, meaning: Message(verbatim: number))
            }
            guard number.hasPrefix(begun) else { return nil }
            return .init(value: position.prefix + number, meaning: Message(verbatim: title))
        }
        return Completion(candidates: candidates, areTitles: isTitle)
    }
}
