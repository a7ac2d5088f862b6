public import ColumnModel
import EpisodeDownload
import EpisodeMedia

/// Something that happened to one download.
public enum DownloadUpdate: Sendable, Equatable {
    /// It begins, or goes on from what is held.
    case started(EpisodeID, held: Int64, total: Int64?)
    /// Bytes came; reported some ten times a second.
    case progress(EpisodeID, held: Int64, total: Int64?, bytesPerSecond: Double)
    /// It is whole.
    case finished(EpisodeID, DownloadedFile)
    /// It could not be had; what was fetched is kept.
    case failed(EpisodeID, Failure, held: Int64)
    /// Nothing was to be done.
    case skipped(EpisodeID, SkipReason)

    /// Why nothing was done.
    public enum SkipReason: String, Sendable, Equatable {
        /// The file is whole already.
        case alreadyComplete
        /// Another process, or the player, is fetching it.
        case inUse
        /// The episode has no audio, or is gone.
        case noAudio
    }

    init(_ event: DownloadEvent, media: String) {
        self =
            switch event {
            case .started(let id, let held, let total): .started(id, held: held, total: total)
            case .progress(let id, let progress):
                .progress(
                    id, held: progress.held, total: progress.total,
                    bytesPerSecond: progress.bytesPerSecond)
            case .finished(let id, let file):
                .finished(
                    id,
                    DownloadedFile(
                        path: "\(media)/\(file.file)", size: file.size, sha256: file.sha256,
                        isProven: file.isProven, warning: file.warning))
            case .failed(let id, let failure, let held): .failed(id, failure, held: held)
            case .skipped(let id, let reason):
                switch reason {
                case .alreadyComplete: .skipped(id, .alreadyComplete)
                case .inUse: .skipped(id, .inUse)
                case .noAudio: .skipped(id, .noAudio)
                }
            }
    }
}

/// A file that is whole.
public struct DownloadedFile: Sendable, Equatable {
    /// Where it lies.
    public let path: String
    /// How many bytes it has.
    public let size: Int64
    /// The SHA-256 of all its bytes.
    public let sha256: [UInt8]
    /// Whether it is proved that its bytes are one file.
    public let isProven: Bool
    /// What is odd about it, such as a length far from the feed's.
    public let warning: Failure?
}

/// What a run of downloads came to.
public struct DownloadOutcome: Sendable, Equatable {
    /// How many are whole now and were not before.
    public let finished: Int
    /// How many were whole already.
    public let alreadyComplete: Int
    /// Why others could not be had.
    public let failures: [Failure]
    /// How many another process, or the player, is fetching.
    public let inUse: Int
    /// How many have no audio.
    public let withoutAudio: Int
    /// How many were not ended because the run was stopped.
    public let remaining: Int
    /// How many bytes came over the network.
    public let receivedBytes: Int64
    /// How many bytes the disk is short of; nil where it was not full.
    public let missingSpace: Int64?

    init(_ summary: DownloadSummary) {
        finished = summary.finished.count
        alreadyComplete = summary.alreadyComplete.count
        failures = Array(summary.failures.values)
        inUse = summary.inUse.count
        withoutAudio = summary.withoutAudio.count
        remaining = summary.remaining.count
        receivedBytes = summary.receivedBytes
        missingSpace = summary.missingSpace
    }
}
