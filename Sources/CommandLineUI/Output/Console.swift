@preconcurrency import Glibc
import Localization
import Synchronization
import TerminalText

/// The two outputs of the program, and how they look.
///
/// Data goes to standard output, everything else to standard error. What a reader that went away
/// no longer takes is told to `onBrokenPipe`; other faults are kept in `outputError`.
public final class Console: Sendable {
    /// How the outputs look.
    struct Style: Sendable, Equatable {
        /// Whether standard output is a terminal.
        var isOutputTerminal = false
        /// Whether standard error is a terminal.
        var isErrorTerminal = false
        /// Whether standard input is a terminal.
        var isInputTerminal = false
        /// Whether standard output may be coloured.
        var hasColor = false
        /// Whether standard error may be coloured.
        var hasErrorColor = false
        /// Whether only results and errors are printed.
        var isQuiet = false
        /// Whether more is told.
        var isVerbose = false
        /// What people are spoken to in.
        var language = Language.english
    }

    let style: Style
    private let buffer = Mutex<[UInt8]>([])
    private let onBrokenPipe: @Sendable () -> Void
    private let firstError = Mutex<Int32?>(nil)

    /// The errno of the first write to standard output that failed, except for a broken pipe.
    var outputError: Int32? { firstError.withLock { $0 } }

    init(style: Style, onBrokenPipe: @escaping @Sendable () -> Void = {}) {
        self.style = style
        self.onBrokenPipe = onBrokenPipe
    }

    /// A message in the language of the person.
    func text(_ message: Message) -> String { message.text(in: style.language) }

    /// Prints a line for people, as data.
    func print(_ line: Message) { print(text(line)) }

    /// Prints a line of data; it goes out when there is much, or with `flush`.
    @_disfavoredOverload func print(_ line: String) {
        append(line + "\n")
        if style.isOutputTerminal { flush() }
    }

    /// Prints a line of data that is the same in every language.
    func print(verbatim line: String) { print(line) }

    /// Prints data that goes on in the same line.
    func append(_ text: String) {
        let isFull = buffer.withLock { buffer in
            buffer += text.utf8
            return buffer.count > 65_536
        }
        if isFull { flush() }
    }

    /// Prints data as it is.
    func write(_ bytes: some Sequence<UInt8>) {
        buffer.withLock { $0 += bytes }
        flush()
    }

    /// Sends out what was printed.
    func flush() {
        // Taken and written under the lock, so that two threads keep their lines' order.
        let error: Int32? = buffer.withLock { buffer in
            defer { buffer.removeAll(keepingCapacity: true) }
            return Self.writeAll(buffer, to: STDOUT_FILENO) ? nil : errno
        }
        switch error {
        case nil: break
        case EPIPE: onBrokenPipe()
        case let error: firstError.withLock { $0 = $0 ?? error }
        }
    }

    /// Says something to the person, unless quiet.
    func note(_ line: Message) {
        guard !style.isQuiet else { return }
        say(line)
    }

    /// Says something to the person who asked for more.
    func detail(_ line: Message) {
        guard style.isVerbose else { return }
        say(line)
    }

    /// Says something to the person in any case.
    func say(_ line: Message) {
        flush()
        writeError(text(line) + "\n")
    }

    /// Writes to standard error as it is.
    func writeError(_ text: String) {
        _ = Self.writeAll(Array(text.utf8), to: STDERR_FILENO)
    }

    /// The width of the terminal behind standard output; nil where it is none.
    var width: Int? {
        style.isOutputTerminal ? (TerminalSize.ofTerminal(STDOUT_FILENO) ?? .standard).columns : nil
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var position = 0
        while position < bytes.count {
            let count = bytes[position...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN {
                    var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&wanted, 1, -1)
                    continue
                }
                return false
            }
            position += count
        }
        return true
    }
}

extension Console {
    /// Bold text on standard output, where it may be coloured.
    func bold(_ words: Message) -> String { bold(text(words)) }
    /// The same for a text.
    @_disfavoredOverload func bold(_ text: String) -> String { paint(text, "1", style.hasColor) }
    /// Dim text on standard output, where it may be coloured.
    func dim(_ text: String) -> String { paint(text, "2", style.hasColor) }
    /// Red text on standard error, where it may be coloured.
    func errorRed(_ words: Message) -> Message {
        Message(verbatim: paint(text(words), "31", style.hasErrorColor))
    }

    private func paint(_ text: String, _ code: String, _ isOn: Bool) -> String {
        isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
