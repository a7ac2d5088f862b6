import Localization

/// A command as users see it: the one source of parser, help, manual and completions.
struct CommandDescription: Sendable {
    /// Does the command's work.
    typealias Action = @Sendable (CommandContext) async throws -> ExitCode

    /// A command line with what it does.
    struct Example: Sendable, Equatable {
        /// What to type, from `column` on.
        let line: String
        /// What it does.
        let meaning: Message

        init(_ line: String, _ meaning: Message) {
            self.line = line
            self.meaning = meaning
        }
    }

    /// The heading under which the overview lists it.
    enum Group: Sendable, CaseIterable {
        case columns, listening, player, library, upkeep, program

        /// What it says.
        var title: Message {
            switch self {
            case .columns: "Columns"
            case .listening: "Reading and listening"
            case .player: "The running player"
            case .library: "Library"
            case .upkeep: "Upkeep"
            case .program: "The program"
            }
        }
    }

    /// The name.
    let name: String
    /// Where the overview lists it; nil: nowhere.
    var group: Group?
    /// What it does, in a line without a final stop.
    let summary: Message
    /// Command lines to learn from; the first is shown above all.
    var examples: [Example] = []
    /// What stands after it.
    var operands: [OperandDescription] = []
    /// Its options besides the common ones.
    var options: [OptionDescription] = []
    /// Paragraphs of what else there is to know.
    var notes: [Message] = []
    /// Commands that come next.
    var next: [String] = []
    /// Commands below it; one without a name is meant where none is named.
    var commands: [CommandDescription] = []
    /// Does the work; nil where only the commands below it do any.
    var action: Action?

    /// All its options.
    var allOptions: [OptionDescription] { options + OptionDescription.common }
}
