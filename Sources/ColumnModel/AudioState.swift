/// What is known of an episode's audio file; the raw values are those of the JSON output.
public enum AudioState: String, Sendable, CaseIterable {
    /// Nothing was asked for.
    case none
    /// A download was asked for and has not begun.
    case queued
    /// Some bytes are there.
    case partial
    /// The whole file is there, and it is proved to be one file.
    case complete
    /// All bytes are there, but the server gave no way to prove that they are one file.
    case unproven
    /// The last attempt failed; what came before is kept.
    case failed
    /// The file was complete and has gone away.
    case missing
    /// The file lies in the trash until its grace time ends.
    case trashed
}
