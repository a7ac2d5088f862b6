public import ColumnModel

/// Something that is not as the library says.
public struct MediaFinding: Sendable, Equatable {
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
        /// The file belongs to no episode, or to one that has another file.
        case orphan
        /// The file could not be read.
        case unreadable(errno: Int32)
    }

    /// What is wrong.
    public let fault: Fault
    /// The episode; nil for an orphan that names none.
    public let episode: EpisodeID?
    /// The file's name in the media folder.
    public let file: String
}
