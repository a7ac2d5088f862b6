import ColumnModel
import Localization

/// What a command itself finds wrong.
enum CommandError: Error, Sendable, Equatable {
    /// The text is neither an address nor a file.
    case noAddress(String)
    /// The text names a folder where a file is wanted.
    case isFolder(String)
    /// No column is subscribed to, so there is nothing to do it to.
    case noColumns
    /// A file cannot be read.
    case cannotRead(path: String, errno: Int32)
    /// A file cannot be written.
    case cannotWrite(path: String, errno: Int32)
    /// The file is there already.
    case exists(path: String)
    /// There is no backup that was made by itself.
    case noBackups
    /// The episode has no text.
    case noArticle(String)
    /// Nothing was playing, and nothing is queued.
    case nothingToGoOnWith
    /// No sleep timer was ever set, or its episode is gone.
    case neverSlept
    /// The address cannot be played: another scheme, or a login in it.
    case notPlayable(String)
    /// Nothing was taken out of the queue that could be put back.
    case nothingToRestore(Int?)
    /// There is no such bookmark.
    case noBookmark(Int)
    /// A program that a command needs failed; what it said.
    case programFailed(String, output: String)
    /// There is neither a systemd for this user nor cron.
    case noScheduler
    /// The player in the background did not come up.
    case backgroundFailed
    /// The column has no audio.
    case noAudio(String)
    /// What was given is no key with its secret; it is not shown.
    case badSecret(key: String)
    /// The last search of directories has no such number.
    case noResult(Int)
    /// Audio files lie in the folder that is no longer to be used; says how many.
    case filesElsewhere(Message)
    /// The place in the queue is not there.
    case noQueuePlace(Int)
    /// The full screen needs a terminal.
    case noTerminal
}
