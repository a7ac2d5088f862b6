import Localization
import RemoteControl
import TerminalText

/// The last line: what is typed, what was said, what runs, or the keys.
enum FooterView {
    static func draw(_ state: TUIState, _ grid: inout Grid) {
        let row = grid.height - 1
        let width = grid.width
        grid.fill(0, row, width: width)
        if let input = state.input {
            drawInput(input, state, row, &grid)
            return
        }
        let job = job(state)
        var end = width - 1
        if !job.isEmpty {
            let jobWidth = min(TextWidth.of(job), max(12, width / 2))
            grid.put(job, end - jobWidth, row, width: jobWidth, style: .cyan)
            end -= jobWidth + 2
        }
        if let message = state.message {
            let style: TextStyle = message.isFault ? .red : []
            grid.put(SafeText.line(state.text(message.text)), 1, row, width: end - 1, style: style)
            return
        }
        var column = 1
        for (key, message) in keys(state) {
            let word = state.text(message)
            guard column + TextWidth.of(key) + 1 + TextWidth.of(word) <= end else { break }
            column = grid.write(key, column, row, end: end, style: .bold)
            column = grid.write(" " + word, column, row, end: end, style: .dim) + 2
        }
    }

    /// The typed line; of a long one the part at the cursor.
    private static func drawInput(
        _ input: InputLine, _ state: TUIState, _ row: Int, _ grid: inout Grid
    ) {
        let prompt = state.text(input.purpose.prompt)
        let end = grid.width
        var column = grid.write(
            TextWidth.cut(SafeText.line(prompt), to: end - 4), 0, row, end: end, style: .bold)
        let index = input.text.index(
            input.text.startIndex, offsetBy: min(input.cursor, input.text.count))
        var before = String(input.text[..<index])
        let room = max(1, end - column - 1)
        if TextWidth.of(before) > room { before = TextWidth.cutStart(before, to: room) }
        column = grid.write(before, column, row, end: end)
        grid.cursor = Point(column: min(column, end - 1), row: row)
        column = grid.write(String(input.text[index...]), column, row, end: end)
        let offers = input.completions.joined(separator: "  ")
        if !offers.isEmpty, column + 3 < end {
            grid.put(offers, column + 3, row, width: end - column - 3, style: .dim)
        }
    }

    /// The sync and the download that run.
    static func job(_ state: TUIState) -> String {
        var parts: [String] = []
        if let sync = state.jobs[.sync] {
            var clauses: [Message] = ["sync \(sync.done)"]
            if sync.added > 0 { clauses.append("\(sync.added) new") }
            if sync.failed > 0 { clauses.append("\(sync.failed) failed") }
            if sync.waiting > 0 { clauses.append("+\(sync.waiting)") }
            parts.append(state.text(.list(clauses, .clauses)))
        }
        if let download = state.jobs[.download] {
            var text = state.settings.glyphs.downloaded + " "
            if let total = download.total, total > 0 {
                let share = min(100, download.bytes * 100 / total)
                text += state.text("\(share)% of \(NumberText.size(total))")
            } else {
                text += NumberText.size(download.bytes)
            }
            if download.bytesPerSecond > 0 {
                text += ", \(NumberText.size(download.bytesPerSecond))/s"
            }
            if download.waiting > 0 { text += ", +\(download.waiting)" }
            parts.append(text)
        }
        return parts.joined(separator: "  ")
    }

    private static func keys(_ state: TUIState) -> [(String, Message)] {
        if state.helpTop != nil || state.output != nil {
            let isRunning = state.helpTop == nil && state.output?.code == nil
            return [("j k", "scroll"), ("Esc", isRunning ? "put away" : "close")]
                + (isRunning ? [("^C", "break off")] : [])
        }
        var keys: [(String, Message)] = []
        if state.focus == .article {
            keys = [("j k", "scroll"), ("Esc", "list"), ("p", "play")]
            if state.article?.text.stamps.isEmpty == false {
                keys.append(state.article?.stamp == nil ? ("t", "times") : ("Enter", "play there"))
            }
        } else {
            switch state.screen {
            case .columns: keys = [("Enter", "open"), ("p", "play"), ("r", "sync"), ("a", "add")]
            case .queue:
                keys = [
                    ("Enter", Message("read", context: "key")), ("p", "play"), ("J K", "move"),
                    ("x", "remove"),
                ]
            case .bookmarks: keys = [("Enter", "play there"), ("x", "remove")]
            default:
                keys = [
                    ("Enter", Message("read", context: "key")), ("p", "play"), ("d", "download"),
                    ("e", "queue"),
                ]
            }
        }
        if state.player?.snapshot.track != nil {
            keys += [("Space", "pause"), (", .", "skip"), ("[ ]", "speed"), ("s", "sleep")]
        }
        return keys + [("/", "search"), (":", "command"), ("?", "help"), ("q", "quit")]
    }
}
