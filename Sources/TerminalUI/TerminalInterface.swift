import CTerminalGuard
public import ColumnServices
@preconcurrency import Glibc
import Synchronization
public import TerminalText
import ThreadKit

/// The interface for people who stay: the full screen, or lines without any movement of the cursor.
public enum TerminalInterface {
    /// How the interface ended.
    public enum Ending: Sendable {
        /// The user left.
        case left
        /// Standard input or output is no terminal.
        case noTerminal
    }

    /// Runs on standard input and output until the user leaves or the task is cancelled.
    ///
    /// - Parameter isPlain: whether lines are wanted instead of the full screen, as on a dumb terminal.
    public static func run(
        places: Places, library: LibraryService, configuration: Configuration,
        program: InterfaceProgram, environment: [String: String], color: ColorPolicy = .auto,
        isPlain: Bool = false
    ) async throws -> Ending {
        let facts = TerminalFacts.of(STDOUT_FILENO) { environment[$0] }
        let isTerminal = facts.isTerminal && isatty(STDIN_FILENO) == 1
        var settings = TUISettings(program)
        let signals = terminal_guard_watch()
        let isPlain = isPlain || (isTerminal && facts.isDumb)
        let profile = TerminalProfile(
            facts, term: environment["TERM"] ?? "", color: color
        ) { environment[$0] }
        let device = TerminalDevice(
            input: STDIN_FILENO, output: STDOUT_FILENO, profile: profile)
        guard signals >= 0, isPlain || (isTerminal && device.enter()) else { return .noTerminal }
        settings.glyphs = profile.glyphs
        settings.language = profile.language(of: environment, isPlain: isPlain)
        // Lines have no room beside them: the article comes when it is opened.
        let size = isPlain ? TerminalSize(columns: 80, rows: 24) : device.size
        let state = TUIState(settings: settings, size: size)
        let mailbox = Mailbox()
        let covers = CoverStore(
            library: library, configuration: configuration,
            artwork: ArtworkService(places: places, configuration: configuration),
            output: program.output)
        let worker = Worker(
            library: library, lists: try LibraryService(places: places), program: program,
            runtimeDirectory: places.runtimeDirectory, usesUnicode: profile.glyphs.isUnicode,
            covers: covers
        ) { mailbox.post($0) }
        let images = ImageNegotiation(wish: configuration[.tuiImages], profile: profile)
        await serve(worker, mailbox) {
            if isPlain {
                var loop = PlainLoop(
                    input: STDIN_FILENO, output: STDOUT_FILENO, hasPrompt: isTerminal,
                    mailbox: mailbox, signals: signals, state: state
                ) { worker.take($0) }
                loop.run()
            } else {
                var loop = InterfaceLoop(
                    device: device, mailbox: mailbox, signals: signals, state: state,
                    images: images
                ) { worker.take($0) }
                loop.run()
                device.leave()
            }
        }
        return .left
    }

    /// Runs a loop on a thread of its own, with the worker beside it, until the loop ends.
    private static func serve(
        _ worker: Worker, _ mailbox: Mailbox, _ loop: @escaping @Sendable () -> Void
    ) async {
        let over = AsyncStream.makeStream(of: Void.self)
        startThread(name: "tui") {
            loop()
            over.continuation.finish()
        }
        // The stream must end with the loop, not with the task: the terminal is given back first.
        let end = Task.detached { for await _ in over.stream {} }
        await withTaskCancellationHandler {
            await withTaskGroup { group in
                group.addTask { await worker.work() }
                await end.value
                worker.finish()
            }
        } onCancel: {
            mailbox.post(.end)
        }
    }

    /// Gives the terminal back, also from a signal handler.
    public static func restoreTerminal() {
        terminal_guard_leave()
    }
}

extension TUISettings {
    init(_ program: InterfaceProgram) {
        self.init()
        commandNames = program.commandNames
        codes = program.codes
        skipForward = program.skipForward
        skipBack = program.skipBack
        timeZone = { moment in
            var seconds = time_t(moment)
            var time = tm()
            return localtime_r(&seconds, &time) == nil ? 0 : Int64(time.tm_gmtoff)
        }
    }
}
