import ColumnModel
import ColumnServices
import JSONKit
import Localization
import TerminalText

/// `column config`.
enum ConfigCommand {
    private static let column = OptionDescription.value(
        "column", "c", "COLUMN", .column, "The settings of this column.")
    private static let key = OperandDescription("KEY", .key)
    private static let secrets = OptionDescription.flag(
        "show-secrets", nil, "Show the password in a proxy's address.")

    private static let move = OptionDescription.flag(
        "move", nil, "With download.directory: move the files along.")
    private static let leave = OptionDescription.flag(
        "leave", nil, "With download.directory: leave the files; they count as missing.")

    static let description = CommandDescription(
        name: "config", group: .program, summary: "See and change settings",
        examples: [
            .init("column config", "Lists all settings with their values"),
            .init("column config set download.concurrency 8", "Changes one"),
            .init("column config set --column 2 play.speed 1.5", "Changes one for a column"),
        ],
        options: [column, .json],
        notes: [
            "Settings are lines of a file, which may be edited; “column config path” names it."
        ], next: ["column config set KEY VALUE"],
        commands: [
            CommandDescription(
                name: "get", summary: "Print the value of a setting",
                examples: [.init("column config get play.speed", "Prints it")],
                operands: [key], options: [column, secrets, .json], action: get),
            CommandDescription(
                name: "set", summary: "Give a setting a value",
                examples: [.init("column config set sync.timeout 20s", "Sets it")],
                operands: [key, OperandDescription("VALUE", .text, .words)],
                options: [column, move, leave, .json],
                action: { try await change($0, to: $0.arguments.operand("VALUE")) }),
            CommandDescription(
                name: "unset", summary: "Give a setting its default back",
                examples: [.init("column config unset sync.timeout", "Back to 30s")],
                operands: [key], options: [column, move, leave, .json],
                action: { try await change($0, to: nil) }),
            CommandDescription(
                name: "list", summary: "List all settings",
                examples: [.init("column config list", "Lists all settings")],
                options: [column, .json], action: list),
            CommandDescription(
                name: "path", summary: "Print where the settings lie",
                examples: [.init("column config path", "Prints the file's path")],
                action: { context in
                    context.console.print(try context.places().configurationFile)
                    return .success
                }),
        ], action: list)

    /// No setting of the file: the key of a directory, which is kept with the logins.
    private static let secretKey = "directory.podcast-index-key"

    /// Keeps or forgets what is kept with the logins.
    private static func changeSecret(_ context: CommandContext, to value: String?) async throws
        -> ExitCode
    {
        var text = value
        if value == "-" {
            text =
                context.console.style.isInputTerminal
                ? Question.password("Key and secret, with a blank between: ", on: context.console)
                : readLine()
        }
        let parts = (text ?? "").split { $0 == " " || $0 == ":" }.map(String.init)
        guard value == nil || parts.count == 2 else {
            throw CommandError.badSecret(key: secretKey)
        }
        try await DirectoryService.setKey(
            value == nil ? nil : Login(user: parts[0], password: parts[1]),
            in: try context.credentials())
        return .success
    }

    @Sendable private static func get(_ context: CommandContext) async throws -> ExitCode {
        if context.arguments.operand("KEY") == secretKey {
            let isSet = try await DirectoryService.hasKey(try context.credentials())
            context.console.print(verbatim: isSet ? "***" : "none")
            return .success
        }
        let key = try ConfigurationKey.named(context.arguments.operand("KEY") ?? "")
        let configuration = try await configuration(context)
        let text =
            context.arguments.has(secrets)
            ? configuration.text(of: key) : shownText(of: key, configuration)
        if context.isJSON {
            ChangeOutput.print("setting", context) { json in
                json.member("key", key.name)
                json.member("value", text)
                json.member("set", configuration.isSet(key))
            } words: {
                ""
            }
        } else {
            context.console.print(text)
        }
        return .success
    }

    private static func change(_ context: CommandContext, to value: String?)
        async throws -> ExitCode
    {
        if context.arguments.operand("KEY") == secretKey {
            return try await changeSecret(context, to: value)
        }
        let key = try ConfigurationKey.named(context.arguments.operand("KEY") ?? "")
        if let text = context.arguments.text(column) {
            let library = try context.library()
            let column = try await library.column(named: text)
            try await library.set(key, to: value, for: column.id)
            try await follow(key, context)
            tell(key, value, of: column, context)
            return .success
        }
        if let value, ConfigurationValue(value, as: key.kind) == nil {
            throw ConfigurationError.badValue(key: key, value: value)
        }
        let path = try context.places().configurationFile
        var file = try ConfigurationFile(path: path)
        file.set(key.name, to: value)
        if key == Setting<String?>.downloadDirectory.key {
            guard try await takeAlong(file, context, andWrite: { try file.write(to: path) }) else {
                return .success
            }
        } else {
            try file.write(to: path)
        }
        try await follow(key, context)
        tell(key, value, of: nil, context)
        return .success
    }

    /// Moves the audio files to the folder that changed settings name, if that is wanted, and writes
    /// these; false where nothing was changed.
    private static func takeAlong(
        _ file: ConfigurationFile, _ context: CommandContext, andWrite write: () throws -> Void
    ) async throws -> Bool {
        let (places, arguments) = (try context.places(), context.arguments)
        if arguments.has(move), arguments.has(leave) {
            throw UsageError.conflict("--move", "--leave", command: arguments.path)
        }
        let wanted = try await MediaMove(
            library: try context.library(), from: places.mediaDirectory(context.configuration()),
            to: places.mediaDirectory(Configuration(file: file)))
        guard let wanted, !arguments.has(leave) else {
            try write()
            if let wanted {
                context.console.note(
                    """
                    \(count: wanted.names.count, "file") stay in \
                    \(SafeText.line(wanted.old)) and count as missing.
                    """)
            }
            return true
        }
        if !arguments.has(move) {
            let question: Message =
                """
                \(count: wanted.names.count, "file") \
                (\(NumberText.size(wanted.bytes))) lie in \(SafeText.line(wanted.old)).
                """
            guard context.console.style.isInputTerminal else {
                throw CommandError.filesElsewhere(question)
            }
            guard
                Question.ask(
                    "\(question) Move them to \(SafeText.line(wanted.new))?", on: context.console)
            else {
                context.console.note("Nothing was changed.")
                return false
            }
        }
        try await context.interruption.cancelling { try wanted.place() }
        // From here on the settings name the folder that has all; what is left is to tidy up.
        try write()
        wanted.removeOld()
        try await context.updateLinks(try context.configuration())
        context.console.note("Moved \(count: wanted.names.count, "file").")
        return true
    }

    /// A program is told; a person sees that nothing went wrong.
    private static func tell(
        _ key: ConfigurationKey, _ value: String?, of column: Column?, _ context: CommandContext
    ) {
        guard context.isJSON else { return }
        ChangeOutput.print(value == nil ? "unset" : "set", context) { json in
            json.member("key", key.name)
            json.member("value", value.map { masked($0, key) })
            json.member("column", column?.id.rawValue)
        } words: {
            ""
        }
    }

    /// Does at once what a changed setting asks for.
    private static func follow(_ key: ConfigurationKey, _ context: CommandContext) async throws {
        guard key == Setting<Bool>.downloadLinks.key else { return }
        try await context.updateLinks(try context.configuration())
    }

    @Sendable private static func list(_ context: CommandContext) async throws -> ExitCode {
        let configuration = try await configuration(context)
        let console = context.console
        let isOfColumn = context.arguments.has(column)
        let keys = ConfigurationKey.all.filter { !isOfColumn || $0.isPerColumn }
        if context.isJSON {
            var json = JSONWriter()
            json.object { json in
                json.member("version", 1)
                json.key("settings")
                json.array { json in
                    for key in keys {
                        json.object { json in
                            json.member("key", key.name)
                            json.member("value", shownText(of: key, configuration))
                            json.member("default", key.defaultText)
                            json.member("set", configuration.isSet(key))
                        }
                    }
                }
            }
            console.print(json.text)
            return .success
        }
        var table = console.table([
            .init(title: "SETTING"), .init(title: "VALUE", isFlexible: true),
            .init(title: "", isFlexible: true),
        ])
        for key in keys {
            table.add([
                key.name,
                shownText(of: key, configuration) + (configuration.isSet(key) ? " *" : ""),
                console.text(SettingText.summaries[key.name] ?? ""),
            ])
        }
        console.print(table)
        console.note("* set by you; the others are defaults.")
        return .success
    }

    /// The value as a list shows it, without the password of a proxy.
    private static func shownText(of key: ConfigurationKey, _ configuration: Configuration)
        -> String
    {
        masked(configuration.text(of: key), key)
    }

    private static func masked(_ text: String, _ key: ConfigurationKey) -> String {
        key == Setting<String?>.httpProxy.key ? AddressText.withoutPassword(text) : text
    }

    private static func configuration(_ context: CommandContext) async throws -> Configuration {
        let configuration = try context.configuration()
        guard let text = context.arguments.text(column) else { return configuration }
        let library = try context.library()
        let column = try await library.column(named: text)
        return configuration.overridden(by: try await library.settings(of: column.id))
    }
}
