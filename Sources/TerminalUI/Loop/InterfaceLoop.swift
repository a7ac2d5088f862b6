import CTerminalGuard
@preconcurrency import Glibc
import PictureKit
import RemoteControl
import TerminalText

/// The loop of the full screen: waits for keys, events and time, and draws what changed.
///
/// It runs on a thread of its own and calls nothing that waits but `poll` and the terminal.
struct InterfaceLoop {
    /// So long an escape waits for what would make it another key.
    private static let escapePatience: Int32 = 40
    /// An answer that has begun comes to its end, on a slow line too.
    private static let answerPatience: Int32 = 500
    /// No more than four frames a second only because time goes on.
    private static let shortestTick = Duration.milliseconds(250)

    private let device: TerminalDevice
    private let mailbox: Mailbox
    private let signals: Int32
    private let send: (TUIIntent) -> Void
    private var state: TUIState
    private var decoder = InputDecoder()
    private var encoder: FrameEncoder
    private var images: ImageNegotiation
    private var askedAt: Duration?
    private var isOver = false
    private var wantsFrame = true

    init(
        device: TerminalDevice, mailbox: Mailbox, signals: Int32, state: TUIState,
        images: ImageNegotiation, send: @escaping (TUIIntent) -> Void
    ) {
        self.device = device
        self.images = images
        self.mailbox = mailbox
        self.signals = signals
        self.state = state
        self.send = send
        encoder = FrameEncoder(device.profile)
    }

    /// Runs until the user leaves or the terminal goes away.
    mutating func run() {
        for intent in state.begin() { take(intent) }
        applyImages()
        while !isOver {
            if wantsFrame { draw() }
            ask()
            wait()
        }
        drainAnswers()
    }

    // MARK: - What the terminal can do

    /// Asks once, when the first frame is out.
    private mutating func ask() {
        guard askedAt == nil else { return }
        askedAt = Self.uptime()
        let questions = Array(images.questions.utf8)
        if !questions.isEmpty, !device.write(questions) { isOver = true }
    }

    private mutating func take(_ answer: TerminalAnswer) {
        images.take(answer)
        applyImages()
    }

    private mutating func applyImages() {
        if let found = images.background, found != encoder.background {
            encoder.background = found
            encoder.forget()
            wantsFrame = true
        }
        let support = images.support(cell: device.cellSize)
        guard support != state.images else { return }
        if support.form == .kitty { device.leavePicturesToo() }
        handle(.images(support))
    }

    /// Milliseconds until no answer comes any more; nil where none is awaited.
    private var answerWait: Int32? {
        guard images.isPending, let askedAt else { return nil }
        let left = askedAt + ImageNegotiation.patience - Self.uptime()
        return Int32(max(0, left / .milliseconds(1)))
    }

    /// What is answered after this is for nobody, least of all for the shell: it waits a little.
    private mutating func drainAnswers() {
        let deadline = Self.uptime() + .milliseconds(200)
        while images.isPending, Self.uptime() < deadline {
            var entry = pollfd(fd: device.input, events: Int16(POLLIN), revents: 0)
            var chunk = [UInt8](repeating: 0, count: 4_096)
            guard poll(&entry, 1, 50) >= 0 else { return }
            guard entry.revents & Int16(POLLIN) != 0 else {
                if entry.revents != 0 { return }
                continue
            }
            let count = read(device.input, &chunk, chunk.count)
            guard count > 0 else { return }
            for case .answer(let answer) in decoder.decode(chunk[..<count]) { images.take(answer) }
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
        let patience = decoder.isInAnswer ? Self.answerPatience : Self.escapePatience
        var timeout = isEscape ? patience : nextTick()
        if !isEscape, let answerWait {
            timeout = timeout < 0 ? answerWait : min(timeout, answerWait)
        }
        let count = poll(&entries, 2, timeout)
        if count == 0 {
            if answerWait == 0 {
                images.giveUp()
                applyImages()
            }
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
        if numbers.contains(SIGWINCH) {
            handle(.resized(device.size))
            applyImages()
        }
        for event in mailbox.take() { handle(event) }
    }

    private mutating func take(_ inputs: [TUIInput]) {
        for input in inputs {
            if case .answer(let answer) = input { take(answer) } else { handle(.input(input)) }
        }
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
        if state.images.form == .kitty { device.leavePicturesToo() }
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
