import ColumnModel
import ColumnServices
import JSONKit
import Localization
import TerminalText

/// Lists of episodes, for programs and for people.
enum EpisodeOutput {
    /// Prints `{"version":1,"episodes":[…]}`, one by one, so that memory stays small.
    static func printJSON(_ episodes: [Episode], _ context: CommandContext) throws {
        let media = try context.places().mediaDirectory(context.configuration())
        let console = context.console
        console.append("{\"version\":1,\"episodes\":[")
        for (index, episode) in episodes.enumerated() {
            var json = JSONWriter()
            json.episode(episode, media: media)
            console.append(index == 0 ? json.text : "," + json.text)
        }
        console.print("]}")
    }

    /// Prints a table; with a place's number in front where `places` are asked for.
    ///
    /// - Parameter details: lines below the row of an index.
    static func printTable(
        _ episodes: [Episode], _ context: CommandContext, places: Bool = false,
        isHistory: Bool = false, details: (Int) -> [String]? = { _ in nil }
    ) async throws {
        guard !episodes.isEmpty else { return }
        let console = context.console
        let columns = try await context.library().columns()
        let titles = Dictionary(columns.map { ($0.id, $0.title) }) { first, _ in first }
        // On a narrow terminal the titles need the room; the number leads to all the rest.
        let isNarrow = (console.width ?? .max) < 60
        var table = console.table(
            (places ? [.init(title: "PLACE", isRight: true)] : []) + [
                .init(title: "NO", isRight: true)
            ] + (isNarrow ? [] : [.init(title: isHistory ? "HEARD" : "DATE")]) + [
                .init(title: "LENGTH", isRight: true), .init(title: ""),
                .init(title: "TITLE", isFlexible: true),
            ] + (isNarrow ? [] : [.init(title: "COLUMN", isFlexible: true)]))
        for (index, episode) in episodes.enumerated() {
            table.add(
                (places ? ["\(index + 1)"] : []) + ["\(episode.id.rawValue)"]
                    + (isNarrow
                        ? []
                        : [
                            console.text(
                                isHistory
                                    ? episode.lastHeard.map(DateText.minute) ?? ""
                                    : episode.published.map(DateText.day) ?? "")
                        ])
                    + [lengthText(episode, console), mark(episode), episode.title]
                    + (isNarrow ? [] : [titles[episode.column] ?? ""]))
        }
        let lines = table.lines(width: console.width, heading: console.bold)
        for (index, line) in lines.enumerated() {
            console.print(line)
            guard index > 0 else { continue }
            for detail in details(index - 1) ?? [] { console.print("      " + detail) }
        }
    }

    /// The length of an episode; how much is left of one that was begun.
    private static func lengthText(_ episode: Episode, _ console: Console) -> String {
        guard let duration = episode.duration else {
            return episode.enclosure == nil ? console.text("text") : ""
        }
        if episode.position > .seconds(5), !episode.isPlayed, episode.position < duration {
            return "-" + NumberText.duration(duration - episode.position)
        }
        return NumberText.duration(duration)
    }

    /// Whether there is nothing left to hear or, without audio, to read.
    private static func isDone(_ episode: Episode) -> Bool {
        episode.isPlayed || (episode.enclosure == nil && episode.isRead)
    }

    private static func mark(_ episode: Episode) -> String {
        let audio =
            switch episode.audio.state {
            case .complete, .unproven: "+"
            case .partial, .queued: "~"
            case .failed, .missing: "!"
            case .none, .trashed: ""
            }
        return (isDone(episode) ? "=" : "*") + audio + (episode.isLiked ? "♥" : "")
    }
}
