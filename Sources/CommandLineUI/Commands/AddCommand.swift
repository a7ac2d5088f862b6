import ColumnModel
import ColumnServices
import JSONKit
import Localization
import TerminalText

/// `column add`.
enum AddCommand {
    private static let user = OptionDescription.value(
        "user", "u", "NAME", .text, "The user name for a feed with a login.")
    private static let passwordFromInput = OptionDescription.flag(
        "password-stdin", nil, "Read the password from standard input.")
    private static let withoutFetch = OptionDescription.flag(
        "no-fetch", nil, "Subscribe without asking the server, as when offline.")

    static let description = CommandDescription(
        name: "add", group: .columns, summary: "Subscribe to columns",
        examples: [
            .init("column add https://example.org/feed.xml", "Subscribes to a feed and reads it"),
            .init("column add https://example.org/", "Finds the feed that a web page names"),
            .init("column add https://example.org/list.opml", "Subscribes to all feeds of a list"),
            .init("column add columns.opml", "Subscribes to all feeds of a list"),
            .init("column add 3", "Subscribes to number 3 of the last search --directory"),
            .init(
                "column add https://example.org/members.xml --user anna",
                "Asks for the password of a feed with a login"),
        ],
        operands: [OperandDescription("URL|FILE", .source, .some)],
        options: [user, passwordFromInput, withoutFetch, .json],
        notes: [
            """
            The feed is fetched once, so that nothing is subscribed to that is no feed. Logins are \
            kept in a file of their own that only you may read.
            """
        ], next: ["column sync", "column list"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let login = try login(context)
        let service = SyncService(
            library: try context.library(), places: try context.places(),
            configuration: try context.configuration())
        var failures: [FailureCode] = []
        var texts = context.arguments.operands("URL|FILE")
        for (index, text) in texts.enumerated() where DirectoryOutput.isNumber(text) {
            texts[index] = try await DirectoryOutput.feed(numbered: text, context)
        }
        // Looked at first, so that a slip in the last one does not leave the others half done.
        for text in texts where FeedAddress(text) == nil {
            guard FilePath.exists(text) else { throw CommandError.noAddress(text) }
            guard !FilePath.isFolder(text) else { throw CommandError.isFolder(text) }
        }
        var (isFirst, isWhole) = (true, true)
        for text in texts {
            if FilePath.exists(text), !text.contains("://") {
                isWhole = try await ImportCommand.importFile(text, context) && isWhole
                continue
            }
            guard let address = FeedAddress(text) else { throw CommandError.noAddress(text) }
            if context.arguments.has(withoutFetch) {
                let (id, isNew) = try await context.library().subscribe(to: address.url)
                try await context.credentials().keep(address, login: login)
                try await say(id, isNew: isNew, nil, isFirst, context)
            } else {
                let outcome = try await context.interruption.cancelling {
                    try await service.subscribe(to: address, login: login)
                }
                if let failure = try await tell(outcome, address, isFirst, context) {
                    failures.append(failure)
                }
            }
            isFirst = false
        }
        let code = FailureReport.exitCode(of: failures, among: texts.count)
        return code == .success && !isWhole ? .someFailed : code
    }

    /// Says what came of one address; the code of a failure.
    private static func tell(
        _ outcome: SubscriptionOutcome, _ address: FeedAddress, _ isFirst: Bool,
        _ context: CommandContext
    ) async throws -> FailureCode? {
        switch outcome {
        case .added(let result):
            try await say(result.column, isNew: true, result, isFirst, context)
            return nil
        case .known(let id):
            try await say(id, isNew: false, nil, isFirst, context)
            return nil
        case .failed(let failure):
            let located = Failure(
                code: failure.code, status: failure.status, url: failure.url ?? address.url,
                detail: failure.detail)
            FailureReport(located, of: address.url).write(
                to: context.console, asJSON: context.isJSON)
            return failure.code
        case .list(let feeds, let skipped):
            return try await addList(feeds, skipped: skipped, of: address, isFirst, context)
        case .ambiguous(let feeds, let page):
            FailureReport(
                "several-feeds", .notFound, "\(page) names several feeds:",
                hints: feeds.map { "column add \($0)" }, url: page
            ).write(to: context.console, asJSON: context.isJSON)
            return .notAFeed
        }
    }

    /// Subscribes to what the list at an address names; on a terminal after a question.
    private static func addList(
        _ feeds: [ListedFeed], skipped: Int, of address: FeedAddress, _ isFirst: Bool,
        _ context: CommandContext
    ) async throws -> FailureCode? {
        let console = context.console
        let listed = feeds.compactMap { feed in FeedAddress(feed.url).map { ($0, feed.title) } }
        let refused = feeds.count - listed.count + skipped
        if console.style.isInputTerminal, console.style.isErrorTerminal,
            !Question.ask(
                """
                \(SafeText.line(address.url)) is a list. Subscribe to its \
                \(count: listed.count, "column")?
                """, on: console)
        {
            console.note("Nothing was changed.")
            return nil
        }
        let library = try context.library()
        let results = try await library.subscribe(
            to: listed.map { (url: $0.0.url, title: $0.1) })
        let credentials = try context.credentials()
        for (feed, _) in listed { try await credentials.keep(feed) }
        if context.isJSON {
            for (index, result) in results.enumerated() {
                try await say(
                    result.id, isNew: result.isNew, nil, isFirst && index == 0, context)
            }
        }
        let added = results.count { $0.isNew }
        let unusable: Message = refused > 0 ? ", \(refused) without a usable address" : ""
        console.note(
            """
            \(SafeText.line(address.url)): \(count: added, "new column"), \
            \(results.count - added) known\(unusable). “column sync” reads them.
            """)
        return refused == 0 ? nil : .notAFeed
    }

    private static func say(
        _ id: ColumnID, isNew: Bool, _ result: SyncResult?, _ isFirst: Bool,
        _ context: CommandContext
    ) async throws {
        guard let column = try await context.library().column(id) else { return }
        if context.isJSON {
            var json = JSONWriter()
            json.object { json in
                if isFirst { json.member("version", 1) }
                json.member("event", "column")
                json.member("new", isNew)
                json.members(of: column)
            }
            context.console.print(json.text)
            return
        }
        let name = "\(column.id.rawValue)  \(SafeText.line(column.title))"
        context.console.note(
            isNew
                ? "Subscribed: \(name) (\(count: column.episodeCount, "episode"))"
                : "Already there: \(name)")
        if case .held(let changes, _)? = result?.outcome {
            context.console.note("  Held: \(changes) changes; see “column sync --accept”.")
        }
    }

    /// The login that the options give; the password is asked for where none is given.
    private static func login(_ context: CommandContext) throws -> Login? {
        guard let name = context.arguments.text(user) else {
            if context.arguments.has(passwordFromInput) {
                throw UsageError.missingOption(user, command: context.arguments.path)
            }
            return nil
        }
        if !context.arguments.has(passwordFromInput), !context.console.style.isInputTerminal {
            throw UsageError.missingOption(passwordFromInput, command: context.arguments.path)
        }
        let password =
            context.arguments.has(passwordFromInput)
            ? readLine() : Question.password("Password of \(name): ", on: context.console)
        return Login(user: name, password: password ?? "")
    }
}
