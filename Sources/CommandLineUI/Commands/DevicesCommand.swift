import ColumnServices
@preconcurrency import Glibc
import Localization
import TerminalText

/// `column devices`.
enum DevicesCommand {
    private static let kind = OptionDescription.value(
        "kind", nil, "KIND", .choice(DeviceServerKind.allCases.map(\.rawValue)),
        "gpodder (as gpodder.net, oPodSync) or nextcloud; gpodder where not given.")
    private static let user = OptionDescription.value(
        "user", "u", "NAME", .text, "The user name at the server.")
    private static let passwordFromInput = OptionDescription.flag(
        "password-stdin", nil, "Read the password from standard input.")
    private static let device = OptionDescription.value(
        "device", nil, "ID", .text, "What the server calls this library.")
    private static let plan = OptionDescription.flag(
        "plan", nil, "Say what would go up and down, and do nothing.")
    private static let yes = OptionDescription.flag(
        "yes", "y", "Do removals above devices.remove-limit, and believe an empty server.")
    private static let restore = OptionDescription.flag(
        "restore-server", nil, "Tell a server that lost its data all that is here.")
    private static let url = OperandDescription("URL", .text)

    static let description = CommandDescription(
        name: "devices", group: .library, summary: "Keep in step with other devices",
        examples: [
            .init(
                "column devices login https://gpodder.net --user anna",
                "Asks for the password and logs in"),
            .init("column devices sync", "Sends what was done here, takes what was done elsewhere"),
            .init("column devices --plan", "Says what would go up and down"),
        ],
        options: [plan, .json],
        notes: [
            """
            Subscriptions, places and played marks go both ways through a server that speaks \
            gpodder.net’s API or Nextcloud’s GPodder Sync; AntennaPod, Kasts and gPodder do \
            too. What was done last wins. Without a login nothing is sent.
            """,
            """
            “column sync” does it too, unless devices.sync is off. Feeds with a login or a token in \
            their address stay here, unless devices.private-feeds is on. “column undo” takes \
            back what came.
            """,
        ], next: ["column devices sync", "column why EPISODE"],
        commands: [
            CommandDescription(
                name: "login", summary: "Log in to a server",
                examples: [
                    .init(
                        "column devices login https://cloud.example.org --kind nextcloud -u anna",
                        "Logs in to a Nextcloud; an app password is best")
                ],
                operands: [url], options: [kind, user, passwordFromInput, device],
                next: ["column devices --plan", "column devices sync"], action: login),
            CommandDescription(
                name: "logout", summary: "Forget the server; nothing else changes",
                examples: [.init("column devices logout", "Nothing is sent any more")],
                action: logout),
            CommandDescription(
                name: "status", summary: "Show the server, the last sync, what waits",
                examples: [.init("column devices status", "Shows it")], options: [.json],
                action: status),
            CommandDescription(
                name: "sync", summary: "Bring this library and the server in step",
                examples: [
                    .init("column devices sync", "Sends and takes what is new"),
                    .init("column devices sync --restore-server", "After the server lost its data"),
                ],
                options: [plan, yes, restore, .json], action: sync),
        ], action: { $0.arguments.has(plan) ? try await show($0) : try await status($0) })

    @Sendable private static func login(_ context: CommandContext) async throws -> ExitCode {
        let arguments = context.arguments
        guard let name = arguments.text(user) else {
            throw UsageError.missingOption(user, command: arguments.path)
        }
        let address = arguments.operand("URL") ?? ""
        if !arguments.has(passwordFromInput), !context.console.style.isInputTerminal {
            throw UsageError.missingOption(passwordFromInput, command: arguments.path)
        }
        let password =
            arguments.has(passwordFromInput)
            ? readLine() : Question.password("Password of \(name): ", on: context.console)
        let service = try service(context)
        try await context.interruption.cancelling {
            try await service.login(
                to: address,
                kind: arguments.text(kind).flatMap(DeviceServerKind.init) ?? .gpodder, user: name,
                password: password ?? "", device: arguments.text(device))
        }
        if address.lowercased().hasPrefix("http://"), !isOwnComputer(address) {
            context.console.say(
                "column: The password goes to that server unencrypted; https:// is safer.")
        }
        context.console.note("Logged in. “column devices --plan” shows what a sync would do.")
        return .success
    }

    @Sendable private static func logout(_ context: CommandContext) async throws -> ExitCode {
        let wasLoggedIn = try await service(context).logout()
        context.console.note(
            wasLoggedIn
                ? "Logged out. The library and the server keep what they have."
                : "Nobody is logged in.")
        return .success
    }

    @Sendable private static func status(_ context: CommandContext) async throws -> ExitCode {
        DeviceOutput.write(try await service(context).status(), context)
        return .success
    }

    @Sendable private static func sync(_ context: CommandContext) async throws -> ExitCode {
        let arguments = context.arguments
        if arguments.has(plan) { return try await show(context) }
        let service = try service(context)
        let (allows, restores) = (arguments.has(yes), arguments.has(restore))
        let result = try await context.interruption.cancelling {
            try await service.sync(allowsRemovals: allows, restoresServer: restores)
        }
        DeviceOutput.write(result, isPlan: false, in: JSONLines(context.console), context)
        return result.isHeld ? .someFailed : .success
    }

    private static func show(_ context: CommandContext) async throws -> ExitCode {
        let service = try service(context)
        let result = try await context.interruption.cancelling { try await service.plan() }
        DeviceOutput.write(result, isPlan: true, in: JSONLines(context.console), context)
        return .success
    }

    /// The part of `column sync` that is about other devices; nothing where nobody is logged in.
    static func syncAfterFeeds(_ objects: JSONLines, _ context: CommandContext) async throws
        -> ExitCode
    {
        let service = try service(context)
        guard try context.configuration()[.devicesSync], try await service.isLoggedIn(),
            context.interruption.exitCode == nil
        else { return .success }
        do {
            let result = try await context.interruption.cancelling { try await service.sync() }
            DeviceOutput.write(result, isPlan: false, in: objects, context)
            return result.isHeld ? .someFailed : .success
        } catch {
            // The feeds are fetched in any case.
            let report = FailureReport(error)
            report.write(to: context.console, asJSON: context.isJSON, in: objects)
            return .someFailed
        }
    }

    private static func service(_ context: CommandContext) throws -> DeviceService {
        DeviceService(
            library: try context.library(), places: try context.places(),
            configuration: try context.configuration())
    }

    private static func isOwnComputer(_ address: String) -> Bool {
        let host = address.dropFirst("http://".count)
        return ["localhost", "127.", "[::1]"].contains { host.hasPrefix($0) }
    }
}
