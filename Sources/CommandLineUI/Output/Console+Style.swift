@preconcurrency import Glibc

extension Console.Style {
    /// The looks for these outputs, options and variables (no-color.org).
    static func current(arguments: ParsedArguments?, environment: [String: String]) -> Self {
        var style = Self()
        style.isOutputTerminal = isatty(STDOUT_FILENO) == 1
        style.isErrorTerminal = isatty(STDERR_FILENO) == 1
        style.isInputTerminal = isatty(STDIN_FILENO) == 1
        style.isQuiet = arguments?.has(.quiet) ?? false
        style.isVerbose = arguments?.has(.verbose) ?? false
        let mayColor =
            (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        switch arguments?.text(.color) {
        case "always": (style.hasColor, style.hasErrorColor) = (true, true)
        case "never": break
        default:
            style.hasColor = mayColor && style.isOutputTerminal
            style.hasErrorColor = mayColor && style.isErrorTerminal
        }
        // Bars move the cursor, which a dumb terminal cannot.
        if environment["TERM"] == "dumb" { style.isErrorTerminal = false }
        return style
    }
}
