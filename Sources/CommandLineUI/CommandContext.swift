import ColumnServices
import Localization
import Synchronization

/// What a command works with.
final class CommandContext: Sendable {
    /// What was asked for.
    let arguments: ParsedArguments
    /// Where it is said.
    let console: Console
    /// The variables of the environment.
    let environment: [String: String]
    /// What ends the program.
    let interruption: Interruption
    private let opened = Mutex<LibraryService?>(nil)

    init(
        arguments: ParsedArguments, console: Console, environment: [String: String],
        interruption: Interruption
    ) {
        self.arguments = arguments
        self.console = console
        self.environment = environment
        self.interruption = interruption
    }

    /// Whether JSON is asked for.
    var isJSON: Bool { arguments.has(.json) }

    /// Where the program's files lie.
    func places() throws -> Places { try Places(environment: environment) }

    /// The settings of the file; what is wrong in it is said and left out.
    func configuration() throws -> Configuration {
        let path = try places().configurationFile
        let configuration = Configuration(file: try ConfigurationFile(path: path))
        for problem in configuration.problems {
            let report = FailureReport(problem.error)
            console.note("column: \(path):\(problem.line): \(report.message) The default is used.")
        }
        return configuration
    }

    /// The logins of feeds and servers.
    func credentials() throws -> CredentialStore {
        CredentialStore(places: try places(), configuration: try configuration())
    }

    /// The library, opened once.
    func library() throws -> LibraryService {
        try opened.withLock { opened in
            if let opened { return opened }
            let library = try LibraryService(places: try places())
            opened = library
            return library
        }
    }

    /// Brings the links with readable names in step with the files.
    func updateLinks(_ configuration: Configuration) async throws {
        try await LinkService(
            library: try library(), places: try places(), configuration: configuration
        ).update()
    }
}
