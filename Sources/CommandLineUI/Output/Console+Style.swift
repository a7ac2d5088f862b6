@preconcurrency import Glibc
import Localization
import TerminalText

extension Console.Style {
    /// The looks for these outputs, options and variables (no-color.org).
    static func current(arguments: ParsedArguments?, environment: [String: String]) -> Self {
        var style = Self()
        let output = TerminalFacts.of(STDOUT_FILENO) { environment[$0] }
        let errors = TerminalFacts.of(STDERR_FILENO) { environment[$0] }
        style.isOutputTerminal = output.isTerminal
        // Bars move the cursor, which a dumb terminal cannot.
        style.isErrorTerminal = errors.canRedraw
        style.isInputTerminal = isatty(STDIN_FILENO) == 1
        style.isQuiet = arguments?.has(.quiet) ?? false
        style.isVerbose = arguments?.has(.verbose) ?? false
        let policy = arguments?.text(.color).flatMap(ColorPolicy.init(rawValue:)) ?? .auto
        style.hasColor = output.usesColor(policy)
        style.hasErrorColor = errors.usesColor(policy)
        style.language = Language(environment: environment)
        return style
    }
}
