/// The output of a command, over the list.
struct OutputPane: Equatable, Sendable {
    /// How much is kept.
    static let maximum = 5_000

    /// Tells it from the commands before it, whose last words may come late.
    var number: Int
    /// The command.
    var title: String
    /// What it wrote, safe for a terminal.
    var lines: [String] = []
    /// The first line that is seen.
    var top = 0
    /// Its exit code; nil while it runs.
    var code: Int32?
}
