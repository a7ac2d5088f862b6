import Localization

/// An option of a command: a flag, or a name with a value.
struct OptionDescription: Sendable, Equatable {
    /// The value of an option.
    struct Value: Sendable, Equatable {
        /// What help calls it, as `N`.
        let placeholder: String
        /// What it is.
        let kind: ValueKind
    }

    /// The long name without its dashes.
    let name: String
    /// The letter, where it has one.
    let letter: Character?
    /// The value; nil for a flag.
    let value: Value?
    /// Whether it may be given more than once.
    let isRepeatable: Bool
    /// What it does, in a line.
    let summary: Message

    /// A flag.
    static func flag(_ name: String, _ letter: Character? = nil, _ summary: Message) -> Self {
        OptionDescription(
            name: name, letter: letter, value: nil, isRepeatable: false, summary: summary)
    }

    /// An option with a value.
    static func value(
        _ name: String, _ letter: Character? = nil, _ placeholder: String, _ kind: ValueKind,
        isRepeatable: Bool = false, _ summary: Message
    ) -> Self {
        OptionDescription(
            name: name, letter: letter, value: Value(placeholder: placeholder, kind: kind),
            isRepeatable: isRepeatable, summary: summary)
    }

    /// How help and errors write it, as `--limit N`.
    var usage: String {
        value.map { "--\(name) \($0.placeholder)" } ?? "--\(name)"
    }
}

extension OptionDescription {
    /// Options that every command takes.
    static let common: [OptionDescription] = [quiet, verbose, color, help]

    static let json = flag("json", nil, "Print JSON for programs.")
    static let quiet = flag("quiet", "q", "Print nothing but results and errors.")
    static let verbose = flag("verbose", "v", "Say more of what is done.")
    static let color = value(
        "color", nil, "WHEN", .choice(["auto", "always", "never"]), "Colour: auto, always, never.")
    static let help = flag("help", "h", "Show this help.")
}
