@preconcurrency import Glibc
import Synchronization
import TerminalText

/// Lines at the bottom of the terminal that are drawn again and again, below what is said.
///
/// Does nothing where standard error is no terminal.
final class ProgressDisplay: Sendable {
    private struct State {
        /// The widths of the lines that stand there now.
        var drawn: [Int] = []
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

    /// Draws lines anew, unless they were drawn a moment ago.
    func update(isForced: Bool = false, _ lines: (_ width: Int) -> [String]) {
        guard isLive else { return }
        let now = Self.uptime()
        state.withLock { state in
            guard isForced || now - state.lastDrawn >= Self.interval else { return }
            let width = self.width
            let lines = lines(width).map { TextWidth.cut($0, to: width) }
            state.lastDrawn = now
            console.writeError(
                erasure(of: state.drawn, width: width) + lines.joined(separator: "\n"))
            state.drawn = lines.map { TextWidth.of($0) }
        }
    }

    /// Takes the lines away, says something, and leaves their place empty.
    func say(_ line: String) {
        state.withLock { state in
            console.flush()
            console.writeError(erasure(of: state.drawn, width: width) + line + "\n")
            state.drawn = []
            state.lastDrawn = .zero
        }
    }

    /// The same, unless quiet.
    func note(_ line: String) {
        if !console.style.isQuiet { say(line) }
    }

    /// Takes the lines away.
    func finish() {
        state.withLock { state in
            console.writeError(erasure(of: state.drawn, width: width))
            state.drawn = []
        }
    }

    /// One cell is left free, so that no terminal begins a line by itself.
    private var width: Int {
        max(10, (TerminalSize.ofTerminal(STDERR_FILENO) ?? .standard).columns - 1)
    }

    /// Goes back to the first line and erases from there.
    ///
    /// Where the terminal became narrower, a
    /// drawn line takes several.
    private func erasure(of drawn: [Int], width: Int) -> String {
        guard isLive, !drawn.isEmpty else { return "" }
        let rows = drawn.reduce(0) { $0 + max(1, ($1 + width) / (width + 1)) }
        return (rows > 1 ? "\u{1B}[\(rows - 1)A" : "") + "\r\u{1B}[J"
    }

    private static func uptime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
