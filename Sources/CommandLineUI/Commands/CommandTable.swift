/// All commands: what the program can do, and nothing that it cannot do yet.
enum CommandTable {
    static let all: [CommandDescription] =
        [
            AddCommand.description, SyncCommand.description, RemoveCommand.description,
            ListCommand.description,
            ShowCommand.description, DownloadCommand.description, PackCommand.description,
            PlayCommand.description,
            TUICommand.description,
            ReadCommand.description, SearchCommand.description,
            QueueCommand.description, LikeCommand.like, LikeCommand.unlike, MarkCommand.description,
            BookmarkCommand.description,
            StatsCommand.description,
            ImportCommand.description, ExportCommand.description, BackupCommand.description,
            RestoreCommand.description, ScheduleCommand.description,
            DevicesCommand.description,
            CleanCommand.description, FsckCommand.description, WhyCommand.description,
            UndoCommand.description, ConfigCommand.description,
            CompletionsCommand.description, HelpCommand.help, HelpCommand.version,
            DebugCommand.description,
            PlayerCommand.description,
        ] + SteerCommands.all

    /// The names of the first level.
    static let names = Set(all.map(\.name))
}
