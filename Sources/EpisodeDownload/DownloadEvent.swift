public import ColumnModel
public import EpisodeMedia

/// Something that happened to one download.
public enum DownloadEvent: Sendable, Equatable {
    /// It begins, or goes on from what is held.
    case started(EpisodeID, held: Int64, total: Int64?)
    /// Bytes came; reported some ten times a second.
    case progress(EpisodeID, DownloadProgress)
    /// It is whole.
    case finished(EpisodeID, FinishedMedia)
    /// It could not be had; what was fetched is kept.
    case failed(EpisodeID, Failure, held: Int64)
    /// Nothing was to be done.
    case skipped(EpisodeID, SkipReason)

    /// Why nothing was done.
    public enum SkipReason: Sendable, Equatable {
        /// The file is whole already.
        case alreadyComplete
        /// Another process, or the player, is fetching it.
        case inUse
        /// The episode has no audio, or is gone.
        case noAudio
    }
}

/// How far one download is.
public struct DownloadProgress: Sendable, Equatable {
    /// How many bytes are held.
    public let held: Int64
    /// How many there are in all; nil while that is not known.
    public let total: Int64?
    /// The speed over the last seconds, in bytes a second.
    public let bytesPerSecond: Double

    /// How long the rest will take at this speed; nil where that cannot be told.
    public var timeLeft: Duration? {
        guard let total, bytesPerSecond > 0 else { return nil }
        return .seconds(Double(max(0, total - held)) / bytesPerSecond)
    }
}
