import ColumnModel

/// A command line as understood: every value has the form that its description asks for.
struct ParsedArguments: Sendable {
    /// The command's names from the first level on, as `["queue", "add"]`.
    let path: [String]
    /// The command.
    let command: CommandDescription
    private var flags: Set<String> = []
    private var values: [String: [String]] = [:]
    private var operands: [String: [String]] = [:]

    init(path: [String], command: CommandDescription) {
        self.path = path
        self.command = command
    }

    /// Whether a flag was given.
    func has(_ option: OptionDescription) -> Bool {
        flags.contains(option.name) || values[option.name] != nil
    }

    /// The last value of an option.
    func text(_ option: OptionDescription) -> String? {
        values[option.name]?.last
    }

    /// All values of an option; those of a list of choices one by one.
    func texts(_ option: OptionDescription) -> [String] {
        let given = values[option.name] ?? []
        guard case .choices = option.value?.kind else { return given }
        return given.flatMap { $0.split(separator: ",").map(String.init) }
    }

    /// An option's whole number.
    func count(_ option: OptionDescription) -> Int? {
        text(option).flatMap { Int($0) }
    }

    /// The first of an operand.
    func operand(_ name: String) -> String? {
        operands[name]?.first
    }

    /// All of an operand.
    func operands(_ name: String) -> [String] {
        operands[name] ?? []
    }

    mutating func setFlag(_ name: String) {
        flags.insert(name)
    }

    mutating func add(_ value: String, to option: String) {
        values[option, default: []].append(value)
    }

    mutating func add(_ value: String, toOperand operand: String) {
        operands[operand, default: []].append(value)
    }
}
