import CTerminalGuard
@preconcurrency import Glibc
import TerminalText

/// The loop of plain mode: a line is read when all that the one before asked for has been told.
struct PlainLoop {
    private let input: Int32
    private let output: Int32
    private let hasPrompt: Bool
    private let mailbox: Mailbox
    private let signals: Int32
    private let send: (TUIIntent) -> Void
    private var state: TUIState
    private var view = PlainView()
    private var bytes: [UInt8] = []
    private var inputIsOver = false
    private var isOver = false
    private var isPrompted = false
    /// How many intents are under way.
    private var pending = 0

    init(
        input: Int32, output: Int32, hasPrompt: Bool, mailbox: Mailbox, signals: Int32,
        state: TUIState, send: @escaping (TUIIntent) -> Void
    ) {
        self.input = input
        self.output = output
        self.hasPrompt = hasPrompt
        self.mailbox = mailbox
        self.signals = signals
        self.state = state
        self.send = send
    }

    /// Runs until the user leaves or the input ends.
    mutating func run() {
        for intent in state.begin() { take(intent) }
        while !isOver {
            if isSettled {
                if let line = nextLine() {
                    handle(line)
                    continue
                }
                if inputIsOver { break }
                prompt()
            }
            wait()
        }
    }

    /// Whether a person may go on: a sync or download does not keep one waiting, but a script.
    private var isSettled: Bool {
        pending <= (hasPrompt ? state.jobs.values.reduce(0) { $0 + $1.requests + $1.waiting } : 0)
    }

    private mutating func nextLine() -> String? {
        if let end = bytes.firstIndex(of: 0x0A) {
            defer { bytes.removeSubrange(...end) }
            return String(decoding: bytes[..<end], as: UTF8.self)
        }
        guard inputIsOver, !bytes.isEmpty else { return nil }
        defer { bytes = [] }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func handle(_ line: String) {
        isPrompted = false
        let line = SafeText.line(line.hasSuffix("\r") ? String(line.dropLast()) : line)
        if state.input != nil {
            answer(line)
            return
        }
        for command in PlainWords.commands(line, in: state) {
            view.expect(command)
            handle(.command(command))
        }
    }

    /// The line is what was asked for: a text, or a yes.
    private mutating func answer(_ line: String) {
        if case .confirm? = state.input?.purpose {
            let isYes = ["y", "是"].contains { line.lowercased().hasPrefix($0) }
            handle(.input(.key(isYes ? .character("y") : .escape)))
            return
        }
        if case .leaving? = state.input?.purpose {
            handle(.input(.key(line.first.map { .character($0) } ?? .escape)))
            return
        }
        if case .search? = state.input?.purpose { view.expect(.search(line)) }
        handle(.input(.paste(line)))
        handle(.input(.key(.enter)))
    }

    private mutating func prompt() {
        guard hasPrompt, !isPrompted else { return }
        isPrompted = true
        write("column> ")
    }

    private mutating func wait() {
        var entries = [
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            pollfd(fd: inputIsOver ? -1 : input, events: Int16(POLLIN), revents: 0),
        ]
        let isMoving = state.player?.isMoving ?? false
        let count = poll(&entries, 2, isMoving ? 1_000 : -1)
        if count == 0 { handle(.tick) }
        guard count > 0 else {
            if count < 0, errno != EINTR { isOver = true }
            return
        }
        if entries[0].revents != 0 {
            var chunk = [UInt8](repeating: 0, count: 256)
            if read(signals, &chunk, chunk.count) > 0 {
                for event in mailbox.take() { handle(event) }
            }
        }
        if entries[1].revents != 0 {
            var chunk = [UInt8](repeating: 0, count: 4_096)
            let count = read(input, &chunk, chunk.count)
            if count > 0 {
                bytes += chunk[..<count]
            } else if count == 0 || errno != EINTR {
                inputIsOver = true
            }
        }
    }

    private mutating func handle(_ event: TUIEvent) {
        if case .done = event {
            pending -= 1
            return
        }
        let old = state
        let intents = state.handle(event, at: InterfaceLoop.uptime())
        for intent in intents { take(intent) }
        tell(view.lines(from: old, to: state))
        // What lies over the list on a screen has been told.
        state.helpTop = nil
        if state.output?.code != nil { state.output = nil }
    }

    private mutating func take(_ intent: TUIIntent) {
        switch intent {
        case .quit: isOver = true
        case .redraw, .suspend: break
        default:
            pending += 1
            send(intent)
        }
    }

    private mutating func tell(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        if isPrompted { write("\n") }
        isPrompted = false
        write(lines.map { SafeText.line($0) + "\n" }.joined())
    }

    private mutating func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR, errno != EAGAIN {
                isOver = true
                return
            }
        }
    }
}
