/// What the player tells while it works; each with what can be seen then.
public enum PlaybackEvent: Sendable, Equatable {
    /// An item was loaded.
    case started(PlaybackStatus)
    /// State, intent, speed, volume or the sleep timer changed.
    case changed(PlaybackStatus)
    /// Time has passed.
    case position(PlaybackStatus)
    /// The position moved without listening.
    case seeked(PlaybackStatus)
    /// An item was heard to its end.
    case finished(PlaybackItem)
    /// An item counts as played from now on.
    case played(PlaybackItem)
    /// An item cannot be played; the next one follows, if there is one.
    case failed(PlaybackItem, PlaybackFailure)
    /// The file became another one while it was played; the same time may be another place.
    case mediaChanged(PlaybackStatus)
    /// More of the file is broken than was known; it is left out.
    case damaged(PlaybackStatus)
    /// A better output could not be had.
    case outputFallback(wanted: String, reason: String, chosen: String)
    /// It is all over; nothing follows.
    case over(PlaybackEnding)
}

/// Why playing is over.
public enum PlaybackEnding: Sendable, Equatable {
    /// The list is at its end.
    case listEnded
    /// The user stopped it.
    case stopped
    /// The sleep timer ended it.
    case slept
    /// The last item cannot be played, or there is no output for any.
    case failed(PlaybackItem, PlaybackFailure)
}
