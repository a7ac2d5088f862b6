public import ColumnModel
import EpisodeDownload

/// A file that is not as the library says.
public struct StorageFinding: Sendable, Equatable {
    /// What is wrong.
    public enum Fault: Sendable, Equatable {
        /// The file is gone.
        case missing
        /// The file is shorter than recorded.
        case truncated(bytes: Int64, expected: Int64)
        /// The bytes are not those that were recorded.
        case changed
        /// A page or a text stands where audio should be.
        case notAudio
        /// The file belongs to no episode.
        case orphan
        /// The file could not be read.
        case unreadable(errno: Int32)
    }

    let finding: MediaFinding
    /// What is wrong.
    public let fault: Fault
    /// The episode; nil for a file that names none.
    public var episode: EpisodeID? { finding.episode }
    /// The file's name in the media folder.
    public var file: String { finding.file }

    init(_ finding: MediaFinding) {
        self.finding = finding
        fault =
            switch finding.fault {
            case .missing: .missing
            case .truncated(let bytes, let expected):
                .truncated(bytes: bytes, expected: expected)
            case .changed: .changed
            case .notAudio: .notAudio
            case .orphan: .orphan
            case .unreadable(let code): .unreadable(errno: code)
            }
    }
}
