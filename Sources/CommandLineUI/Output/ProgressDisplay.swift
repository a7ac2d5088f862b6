@preconcurrency import Glibc
import Localization
import Synchronization
import TerminalText
import TerminalUI

/// Lines at the bottom of the terminal that are drawn again and again, below what is said.
///
/// Does nothing where standard error is no terminal.
final class ProgressDisplay: Sendable {
    private struct State {
        /// The widths of the lines that stand there now.
        var drawn: [Int] = []
        /// What they say.
        var text: [String] = []
        /// The width for which they were drawn.
        var width = 0
        var lastDrawn = Duration.zero
    }

    private let console: Console
    private let isLive: Bool
    private let state = Mutex(State())

    /// No more than ten times a second.
    private static let interval = Duration.milliseconds(100)

    init(console: Console) {
        self.console = console
        isLive = console.style.isErrorTerminal && !console.style.isQuiet
    }

    /// Draws lines anew, unless they were drawn a moment ago or are the same; each is cut.
    func update(isForced: Bool = false, _ lines: (_ width: Int) -> [String]) {
        draw(isForced: isForced) { width in
            lines(width).map { line in
                let cut = TextWidth.cut(line, to: width)
                return (cut, TextWidth.of(cut))
            }
        }
    }

    /// The same with lines that fit already, and may have styles in them.
    func updateStyled(isForced: Bool = false, _ lines: (_ width: Int) -> [PlayerPanel.Line]) {
        draw(isForced: isForced) { width in lines(width).map { ($0.text, $0.width) } }
    }

    private func draw(isForced: Bool, _ lines: (_ width: Int) -> [(text: String, width: Int)]) {
        guard isLive else { return }
        let now = Self.uptime()
        state.withLock { state in
            guard isForced || now - state.lastDrawn >= Self.interval else { return }
            let width = self.width
            let lines = lines(width)
            state.lastDrawn = now
            let text = lines.map(\.text)
            guard text != state.text || width != state.width else { return }
            // Written over and not erased before: so nothing flickers.
            console.writeError(
                returning(over: state.drawn, width: width)
                    + text.map { $0 + "\u{1B}[K" }.joined(separator: "\n") + "\u{1B}[J")
            state.drawn = lines.map(\.width)
            state.text = text
            state.width = width
        }
    }

    /// Takes the lines away, says something, and leaves their place empty.
    func say(_ line: Message) {
        let line = console.text(line)
        state.withLock { state in
            console.flush()
            console.writeError(erasure(of: state.drawn, width: width) + line + "\n")
            state.drawn = []
            state.text = []
            state.lastDrawn = .zero
        }
    }

    /// The same, unless quiet.
    func note(_ line: Message) {
        if !console.style.isQuiet { say(line) }
    }

    /// Takes the lines away.
    func finish() {
        state.withLock { state in
            console.writeError(erasure(of: state.drawn, width: width))
            state.drawn = []
            state.text = []
        }
    }

    /// One cell is left free, so that no terminal begins a line by itself.
    private var width: Int {
        max(10, (TerminalSize.ofTerminal(STDERR_FILENO) ?? .standard).columns - 1)
    }

    /// Goes back to the first line and erases from there.
    private func erasure(of drawn: [Int], width: Int) -> String {
        drawn.isEmpty ? "" : returning(over: drawn, width: width) + "\u{1B}[J"
    }

    /// Goes back to the first line; where the terminal became narrower, a drawn line takes several.
    private func returning(over drawn: [Int], width: Int) -> String {
        guard isLive, !drawn.isEmpty else { return "" }
        let rows = drawn.reduce(0) { $0 + max(1, ($1 + width) / (width + 1)) }
        return (rows > 1 ? "\u{1B}[\(rows - 1)A" : "") + "\r"
    }

    private static func uptime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
