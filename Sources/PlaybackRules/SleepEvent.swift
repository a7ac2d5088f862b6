/// What happens to a sleep timer.
public enum SleepEvent: Sendable, Hashable {
    /// The user sets it, in place of the one before.
    case arm(SleepKind)
    /// The user ends it.
    case cancel
    /// The user wants more time; for episodes and chapters, one more.
    case extend(by: Duration)
    /// Any key or command that shows that the user is awake, before what it does: in the fade the
    /// timer starts anew.
    case userAction
    /// Sound begins to be heard.
    case started
    /// Sound is no longer heard: pause, stall, interruption, stop.
    case stopped
    /// Time has passed, several times a second while sound is heard.
    ///
    /// The media time that is heard, and the real time to the end of the chapter at this speed; nil
    /// where the episode has no chapters or its length is unknown.
    case tick(position: Duration, toChapterEnd: Duration?)
    /// Listening crossed the end of a chapter; never by a seek, and not the last one's, which is the
    /// episode's.
    case chapterEnded(position: Duration)
    /// An episode was heard to its end.
    case episodeEnded
    /// Another episode was loaded, for whatever reason.
    case episodeChanged
    /// The position moved without listening.
    case seeked
}
