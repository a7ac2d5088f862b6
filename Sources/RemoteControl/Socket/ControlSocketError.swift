/// Why the way between player and client does not work.
public enum ControlSocketError: Error, Sendable, Hashable {
    /// Another player of this user runs already.
    case alreadyRunning
    /// No player of this user runs.
    case notRunning
    /// The socket belongs to another user.
    case foreign(path: String)
    /// A system call failed.
    case system(call: String, path: String, errno: Int32)
    /// The player did not answer in time; its process, where that is known.
    case notAnswering(processID: Int32?)
    /// The player went away, or said what this version does not understand.
    case brokenOff
    /// The player said no.
    case refused(PlaybackControlError)
    /// The player did not understand the request; it may be of another version.
    case notUnderstood(code: String)
}
