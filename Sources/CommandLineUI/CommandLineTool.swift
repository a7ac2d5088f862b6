import ColumnServices
import Diagnostics
import JSONKit
import Localization
import TerminalText

/// The program from arguments to exit code.
public enum CommandLineTool {
    /// Does what the arguments say.
    ///
    /// - Parameters:
    ///   - arguments: those after the program's name.
    ///   - meansOther: whether they mean util-linux's `column`, which was not found.
    ///   - environment: the variables that the program was started with.
    ///   - interruption: the signals.
    public static func run(
        _ arguments: [String], meansOther: Bool, environment: [String: String],
        interruption: Interruption
    ) async -> ExitCode {
        var console = makeConsole(nil, environment, interruption)
        let code = await perform(
            arguments, meansOther: meansOther, environment: environment,
            interruption: interruption, console: &console)
        console.flush()
        // Data that did not arrive is a failure, else scripts would go on with half a file.
        guard let error = console.outputError else { return interruption.exitCode ?? code }
        let report = FailureReport(
            "standard output", "Standard output cannot be written", errno: error)
        report.write(to: console, asJSON: false)
        return report.exitCode
    }

    private static func perform(
        _ arguments: [String], meansOther: Bool, environment: [String: String],
        interruption: Interruption, console: inout Console
    ) async -> ExitCode {
        var wantsJSON = arguments.contains("--json")
        do {
            guard !meansOther else { throw UsageError.noOtherColumn(arguments.first) }
            if let code = try runWithoutCommand(arguments, console) { return code }
            let parsed = try ArgumentParser(commands: CommandTable.all).parse(arguments)
            wantsJSON = parsed.has(.json)
            console = makeConsole(parsed, environment, interruption)
            if parsed.has(.help) {
                console.print(
                    HelpText(
                        parsed.command, path: parsed.path,
                        width: HelpText.width(for: console.width), in: console.style.language
                    ).text)
                return .success
            }
            if parsed.has(.verbose) {
                Log.start(at: .info) { line in
                    Log.standardError("column: " + SafeText.line(line))
                }
            }
            guard let action = parsed.command.action else { return .internalError }
            let context = CommandContext(
                arguments: parsed, console: console, environment: environment,
                interruption: interruption)
            let code = try await action(context)
            return interruption.exitCode ?? code
        } catch {
            if let code = interruption.exitCode { return code }
            let report = FailureReport(error)
            report.write(to: console, asJSON: wantsJSON)
            return report.exitCode
        }
    }

    private static func makeConsole(
        _ arguments: ParsedArguments?, _ environment: [String: String],
        _ interruption: Interruption
    ) -> Console {
        Console(style: .current(arguments: arguments, environment: environment)) {
            interruption.outputBroke()
        }
    }

    private static func runWithoutCommand(_ arguments: [String], _ console: Console) throws
        -> ExitCode?
    {
        switch arguments.first {
        case let first? where ["-h", "--help"].contains(first) && arguments.count > 1:
            // “--help sync” is as clear as “sync --help”.
            let path = arguments.dropFirst().filter { !$0.hasPrefix("-") }
            let parsed = try ArgumentParser(commands: CommandTable.all).parse(path + ["--help"])
            console.print(
                HelpText(parsed.command, path: parsed.path, in: console.style.language).text)
        case nil, "-h", "--help":
            console.print(
                HelpText.overview(
                    CommandTable.all, width: HelpText.width(for: console.width),
                    in: console.style.language))
        case "-V", "--version":
            console.print("column \(programVersion)")
        default: return nil
        }
        return .success
    }
}
