import ColumnModel
import ColumnServices
@preconcurrency import Glibc
import Localization
import PlaybackRules
import RemoteControl

/// `column play`.
enum PlayCommand {
    private static let speed = OptionDescription.value(
        "speed", "s", "SPEED", .speed, "How fast, 0.5 to 4; else as set for the column.")
    private static let from = OptionDescription.value(
        "from", nil, "TIME", .time, "Begin there, as 12:30; else where you left it.")
    private static let sleep = OptionDescription.value(
        "sleep", nil, "WHEN", .sleep,
        "Stop after 30m, at 23:30, at the end or chapter, after 3eps or 2chapters.")
    private static let fromSleep = OptionDescription.flag(
        "from-sleep", nil, "Where you were last awake under the sleep timer.")
    private static let transcript = OptionDescription.flag(
        "transcript", nil, "Print what is said as it is said: transcript, else article.")
    private static let mode = OptionDescription.value(
        "mode", nil, "MODE", .choice(PlaybackMode.allCases.map(\.rawValue)),
        "sequence, repeat-all, repeat-one, shuffle or once.")
    private static let output = OptionDescription.value(
        "output", nil, "DRIVER", .output, "auto, pulse, ao, ao:NAME, null or wav:FILE.")
    private static let background = OptionDescription.flag(
        "background", nil, "Play without the terminal; “column status” shows it.")
    private static let column = OptionDescription.flag(
        "column", "c", "Take a bare number as a column's.")

    private static let subject = "EPISODE|COLUMN|FILE|URL"

    static let description = CommandDescription(
        name: "play", group: .listening, summary: "Play an episode, a column or a file",
        examples: [
            .init("column play", "Goes on with what was playing"),
            .init("column play 12 --speed 1.5", "Plays episode 12 faster"),
            .init("column play --column 2 --sleep 30m", "Plays column 2 for half an hour"),
        ],
        operands: [OperandDescription(subject, .subject, .optionalWords)],
        options: [
            speed, from, fromSleep, sleep, mode, output, background, column, transcript, .json,
        ],
        notes: [
            """
            Keys: space pauses, left and right (or , and .) seek, up and down (or ] and [) change \
            the speed, < and > go to chapters, n and p to the next and the previous, s gives \
            the sleep timer 15 minutes, L likes, b bookmarks, q quits, ? shows all.
            """,
            """
            The place in each episode is kept. When it ends, the queue follows, then the unplayed \
            episodes of the column, the oldest first.
            """,
            """
            The URL of audio that is in no column plays as a stream; its place is kept, and nothing \
            is subscribed to.
            """,
        ], next: ["column pause", "column status", "column queue add EPISODE"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let wanted = try await wanted(context)
        let directory = try context.places().runtimeDirectory
        if let client = try runningPlayer(in: directory) {
            do {
                return try await handOver(wanted, to: client, context)
            } catch ControlSocketError.brokenOff {
                // It ended just then; what it would have played is played here.
            }
        }
        if context.arguments.has(background) {
            return try await startInBackground(context, directory: directory)
        }
        let configuration = try context.configuration()
        let service = try PlaybackService(
            library: try context.library(), places: try context.places(),
            configuration: configuration, options: options(context))
        let control = ServiceControl(
            service, library: try context.library(), processID: getpid())
        // A player that cannot be steered plays all the same.
        var presence: PlayerPresence?
        do {
            presence = try PlayerPresence(
                control, directory: directory, session: configuration[.playSession])
        } catch .alreadyRunning {
            // Another start was a moment faster.
            await service.stop()
            return try await handOver(
                wanted, to: try await startingPlayer(in: directory), context)
        } catch {
            context.console.detail("column: \(FailureReport(error).message)")
        }
        let exitCode: ExitCode
        do {
            exitCode = try await play(wanted, service, context)
        } catch {
            await service.stop(keepingSleep: true)
            await presence?.close()
            throw error
        }
        // Also after a signal: the place is kept, and a recording gets its end.
        await service.stop(keepingSleep: true)
        await presence?.close()
        // What was heard to its end from the network is a file now.
        try await context.updateLinks(configuration)
        return exitCode
    }

    /// Plays until it is over; what could not be played decides how the program ends.
    private static func play(
        _ wanted: Wanted, _ service: PlaybackService, _ context: CommandContext
    ) async throws -> ExitCode {
        let report = PlaybackReport(context)
        let events = service.events
        let style = context.console.style
        let usesKeys = style.isInputTerminal && style.isErrorTerminal && !context.isJSON
        let keys = usesKeys ? Keyboard.keys() : nil
        let library = try context.library()
        let actions = PlaybackKeys(service: service, library: library) { report.say($0) }
        defer { TerminalMode.restore() }
        defer { report.finish() }
        return try await context.interruption.cancelling {
            await service.play(wanted.list, at: wanted.index, from: wanted.start)
            let keyTask = Task {
                guard let keys else { return }
                for await key in keys { await actions.handle(key) }
            }
            defer { keyTask.cancel() }
            let words = context.arguments.has(transcript) ? SpokenWords(context, report) : nil
            var failures: Set<ExitCode> = []
            var wasHeard = false
            for await event in events {
                report.add(event)
                if case .started(let status) = event, let id = status.item?.episode?.id {
                    report.show((try? await library.chapters(of: id)) ?? [], of: id)
                }
                words?.add(event)
                switch event {
                case .failed(let item, let failure):
                    failures.insert(FailureReport(failure, of: item).exitCode)
                case .position, .finished: wasHeard = true
                default: break
                }
            }
            return exitCode(failures, wasHeard: wasHeard)
        }
    }

    /// Where nothing was heard, and all for the same reason, scripts are told that reason.
    private static func exitCode(_ failures: Set<ExitCode>, wasHeard: Bool) -> ExitCode {
        guard let first = failures.first else { return .success }
        return failures.count == 1 && !wasHeard ? first : .someFailed
    }

    private static func options(_ context: CommandContext) -> PlaybackOptions {
        let arguments = context.arguments
        var options = PlaybackOptions()
        options.speed = arguments.text(speed).flatMap { ValueKind.speed($0) }
        options.sleep = arguments.text(sleep).flatMap { ValueKind.sleep($0) }
        options.output = arguments.text(output)
        options.mode = arguments.text(mode).flatMap(PlaybackMode.init(rawValue:)) ?? .sequence
        return options
    }

    /// The player that runs; nil where none can be reached.
    ///
    /// One that is there but does not answer is an error, as a second one beside it would sound at once when it goes on.
    private static func runningPlayer(in directory: String) throws -> PlayerClient? {
        do {
            return try PlayerClient(directory: directory)
        } catch ControlSocketError.notAnswering(let processID) {
            throw ControlSocketError.notAnswering(processID: processID)
        } catch {
            return nil
        }
    }

    /// One player a user: the one that runs plays this now.
    private static func handOver(
        _ wanted: Wanted, to client: PlayerClient, _ context: CommandContext
    ) async throws -> ExitCode {
        let options = options(context)
        let items = wanted.list.map { content in
            switch content {
            case .episode(let episode): PlayRequest.Item.episode(episode.id)
            case .file(let path): PlayRequest.Item.location(path)
            }
        }
        var snapshot = try await client.perform(
            .play(PlayRequest(items: items, index: wanted.index, start: wanted.start)))
        if let speed = options.speed { snapshot = try await client.perform(.setSpeed(speed)) }
        if let sleep = options.sleep { snapshot = try await client.perform(.setSleep(sleep)) }
        if context.arguments.has(mode) {
            snapshot = try await client.perform(.setMode(options.mode))
        }
        context.console.note("The player that runs already plays it now:")
        PlayerOutput.print(snapshot, context)
        return .success
    }

    private static func startInBackground(_ context: CommandContext, directory: String)
        async throws -> ExitCode
    {
        let arguments = CommandLine.arguments.filter { $0 != "--background" }
        guard let snapshot = await BackgroundPlayer.start(arguments, directory: directory) else {
            throw CommandError.backgroundFailed
        }
        PlayerOutput.print(snapshot, context)
        return snapshot.failure == nil ? .success : .someFailed
    }

    /// The player that another start is bringing up.
    private static func startingPlayer(in directory: String) async throws -> PlayerClient {
        let deadline = ContinuousClock.now + .seconds(10)
        while true {
            do throws(ControlSocketError) {
                return try PlayerClient(directory: directory)
            } catch {
                guard error == .notRunning, ContinuousClock.now < deadline else { throw error }
            }
            try await Task.sleep(for: .milliseconds(30))
        }
    }

    /// What to play, in which order, and where to begin.
    private struct Wanted {
        let list: [PlaybackItem.Content]
        let index: Int
        let start: Duration?
    }

    private static func wanted(_ context: CommandContext) async throws -> Wanted {
        let start = context.arguments.text(from).flatMap { ValueKind.time($0) }
        guard context.arguments.has(fromSleep) else {
            let (list, index) = try await playlist(context)
            return Wanted(list: list, index: index, start: start)
        }
        for (option, isGiven) in [
            (subject, context.arguments.operand(subject) != nil), ("--from", start != nil),
        ] where isGiven {
            throw UsageError.conflict(
                "--from-sleep", Message(verbatim: option), command: ["play"])
        }
        let library = try context.library()
        guard let (episode, place) = try await library.lastSignOfLife() else {
            throw CommandError.neverSlept
        }
        let (list, index) = try await library.playlist(around: episode)
        return Wanted(list: list, index: index, start: place)
    }

    /// The list, and with which of it to begin.
    private static func playlist(_ context: CommandContext) async throws
        -> (list: [PlaybackItem.Content], index: Int)
    {
        let library = try context.library()
        guard let text = context.arguments.operand(subject) else {
            guard let episode = try await library.resumePoint() else {
                throw CommandError.nothingToGoOnWith
            }
            return try await library.playlist(around: episode)
        }
        if context.arguments.has(column) {
            return try await playlist(of: try await library.column(named: text), library)
        }
        // A path is never a word of some title.
        if ["/", "./", "../", "~"].contains(where: text.hasPrefix) || text == "." || text == ".." {
            guard FilePath.exists(text) else {
                throw CommandError.cannotRead(path: text, errno: ENOENT)
            }
            guard !FilePath.isFolder(text) else {
                throw CommandError.isFolder(text)
            }
            return ([.file(FilePath.absolute(text))], 0)
        }
        do {
            switch try await library.subject(named: text) {
            case .episode(let episode): return try await library.playlist(around: episode)
            case .column(let column): return try await playlist(of: column, library)
            }
        } catch LibraryError.notFound where FilePath.exists(text) {
            return ([.file(FilePath.absolute(text))], 0)
        } catch LibraryError.notFound where text.contains("://") {
            guard let stream = try await library.stream(at: text) else {
                throw CommandError.notPlayable(text)
            }
            return ([.episode(stream)], 0)
        }
    }

    private static func playlist(of column: Column, _ library: LibraryService) async throws
        -> (list: [PlaybackItem.Content], index: Int)
    {
        guard let episode = try await library.resumePoint(of: column.id) else {
            throw CommandError.noAudio(column.title)
        }
        return try await library.playlist(around: episode)
    }
}
