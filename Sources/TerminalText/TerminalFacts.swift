@preconcurrency internal import Glibc

/// What is known of the place that an output goes to.
public struct TerminalFacts: Hashable, Sendable {
    /// Whether it is a terminal.
    public let isTerminal: Bool
    /// Its size, if it is one that tells.
    public let size: TerminalSize?
    /// Whether the cursor cannot be moved (TERM is `dumb` or not set).
    public let isDumb: Bool
    /// Whether the user asked for no colours (NO_COLOR, no-color.org).
    public let refusesColor: Bool
    /// Whether the locale says that text is UTF-8.
    public let isUnicode: Bool

    /// Makes facts from given ones, for tests and for outputs that are no file.
    public init(
        isTerminal: Bool, size: TerminalSize?, environment: (String) -> String? = { _ in nil }
    ) {
        self.isTerminal = isTerminal
        self.size = size
        let term = environment("TERM") ?? ""
        isDumb = term.isEmpty || term == "dumb"
        refusesColor = !(environment("NO_COLOR") ?? "").isEmpty
        let locale =
            ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
        let name = locale.lowercased()
        isUnicode = name.hasSuffix("utf-8") || name.hasSuffix("utf8") || name.contains("utf-8@")
    }

    /// Looks at a file descriptor (isatty, ioctl) and an environment.
    public static func of(
        _ descriptor: Int32, environment: (String) -> String?
    ) -> TerminalFacts {
        let isTerminal = isatty(descriptor) == 1
        return TerminalFacts(
            isTerminal: isTerminal, size: isTerminal ? .ofTerminal(descriptor) : nil,
            environment: environment)
    }

    /// Whether to use colours and other styles: the user's option, then NO_COLOR, then the terminal.
    public func usesColor(_ policy: ColorPolicy) -> Bool {
        switch policy {
        case .always: true
        case .never: false
        case .auto: isTerminal && !isDumb && !refusesColor
        }
    }

    /// Whether one line can be drawn again and again, as a progress bar.
    public var canRedraw: Bool {
        isTerminal && !isDumb
    }
}
