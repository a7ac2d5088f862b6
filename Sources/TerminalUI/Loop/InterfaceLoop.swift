import CTerminalGuard
@preconcurrency import Glibc
import RemoteControl
import TerminalText

/// The loop of the full screen: waits for keys, events and time, and draws what changed.
///
/// It runs on a thread of its own and calls nothing that waits but `poll` and the terminal.
struct InterfaceLoop {
    /// So long an escape waits for what would make it another key.
    private static let escapePatience: Int32 = 40
    /// No more than four frames a second only because time goes on.
    private static let shortestTick = Duration.milliseconds(250)

    private let device: TerminalDevice
    private let mailbox: Mailbox
    private let signals: Int32
    private let send: (TUIIntent) -> Void
    private var state: TUIState
    private var decoder = InputDecoder()
    private var encoder: FrameEncoder
    private var isOver = false
    private var wantsFrame = true

    init(
        device: TerminalDevice, mailbox: Mailbox, signals: Int32, state: TUIState,
        send: @escaping (TUIIntent) -> Void
    ) {
        self.device = device
        self.mailbox = mailbox
        self.signals = signals
        self.state = state
        self.send = send
        encoder = FrameEncoder(device.profile)
    }

    /// Runs until the user leaves or the terminal goes away.
    mutating func run() {
        for intent in state.begin() { take(intent) }
        while !isOver {
            if wantsFrame { draw() }
            wait()
        }
    }

    private mutating func draw() {
        wantsFrame = false
        let bytes = encoder.encode(FrameView.grid(state))
        if !bytes.isEmpty, !device.write(bytes) { isOver = true }
    }

    private mutating func wait() {
        var entries = [
            pollfd(fd: device.input, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
        ]
        let isEscape = decoder.isWaiting
        let count = poll(&entries, 2, isEscape ? Self.escapePatience : nextTick())
        if count == 0 {
            if isEscape { take(decoder.decode([], isLast: true)) } else { handle(.tick) }
            return
        }
        guard count > 0 else {
            if errno != EINTR { isOver = true }
            return
        }
        if entries[1].revents != 0 { readSignals() }
        if entries[0].revents & Int16(POLLIN) != 0 {
            readKeys()
        } else if entries[0].revents != 0 {
            isOver = true
        }
    }

    private mutating func readKeys() {
        var chunk = [UInt8](repeating: 0, count: 4_096)
        let count = read(device.input, &chunk, chunk.count)
        guard count > 0 else {
            if count == 0 || (errno != EINTR && errno != EAGAIN) { isOver = true }
            return
        }
        take(decoder.decode(chunk[..<count]))
    }

    private mutating func readSignals() {
        var chunk = [UInt8](repeating: 0, count: 256)
        let count = read(signals, &chunk, chunk.count)
        guard count > 0 else { return }
        let numbers = Set(chunk[..<count].map(Int32.init))
        if numbers.contains(SIGTSTP) { suspend() }
        if numbers.contains(SIGCONT) { comeBack() }
        if numbers.contains(SIGWINCH) { handle(.resized(device.size)) }
        for event in mailbox.take() { handle(event) }
    }

    private mutating func take(_ inputs: [TUIInput]) {
        for input in inputs { handle(.input(input)) }
    }

    private mutating func handle(_ event: TUIEvent) {
        if case .done = event { return }
        wantsFrame = true
        for intent in state.handle(event, at: Self.uptime()) { take(intent) }
    }

    private mutating func take(_ intent: TUIIntent) {
        switch intent {
        case .quit: isOver = true
        case .redraw: encoder.forget()
        case .suspend: suspend()
        default: send(intent)
        }
    }

    // MARK: - Stopping and going on

    private mutating func suspend() {
        device.leave()
        terminal_guard_stop()
        comeBack()
    }

    private mutating func comeBack() {
        if !device.enter() { isOver = true }
        encoder.forget()
        handle(.resized(device.size))
    }

    // MARK: - Time

    /// Milliseconds until the screen changes by itself; -1 where it does not.
    private func nextTick() -> Int32 {
        guard let player = state.player, player.isMoving else { return -1 }
        let now = Self.uptime()
        let place = player.position(at: now)
        // The next whole second of the episode, which comes sooner at a higher speed.
        let fraction = Double(place.components.attoseconds) / 1e18
        let wait = max(
            Self.shortestTick, .seconds((1.005 - fraction) / max(0.1, player.snapshot.speed)))
        return Int32(min(2_000, wait / .milliseconds(1)))
    }

    static func uptime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
