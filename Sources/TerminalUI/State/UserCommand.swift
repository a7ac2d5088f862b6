import PlaybackRules

/// What a user can ask of the interface: by keys on the screen, by words in plain mode.
indirect enum UserCommand: Equatable, Sendable {
    // Moving
    case move(Int)
    /// In halves of a screen.
    case moveHalfPages(Int)
    case moveToFirst, moveToLast
    /// To the row that has a number.
    case select(Int64)
    case show(ScreenKind)
    case nextScreen, previousScreen
    /// A column's episodes; an episode's article; a bookmark's place.
    case open
    case back
    /// The column of the selected episode.
    case openColumn
    case search(String)
    case nextOrder

    // The player
    /// To the next or previous time in the text.
    case moveToStamp(Int)
    /// To what is spoken, in the text.
    case goToSpeech
    /// From the first paragraph that is seen.
    case playParagraph
    case play, toggle, stop, nextTrack, previousTrack
    case skip(isForward: Bool)
    /// Back to where the last seek began.
    case undoSeek
    case seekShare(Double)
    case seekText(String)
    case chapter(Int)
    case changeSpeed(Double)
    case setSpeed(Double)
    case changeVolume(Double)
    case extendSleep
    case sleep(SleepKind?)
    case nextMode

    // The library
    case like, markPlayed
    case enqueue(atFront: Bool)
    case moveInQueue(Int)
    /// From the queue, the bookmarks, the columns.
    case remove
    case unsubscribe
    case bookmark(note: String?)
    case download
    case syncColumn, syncAll
    case cancelJob
    case undo

    // The interface
    case typeCommand(String)
    case typeSearch
    case typeNote
    /// Words of the command line.
    case run([String])
    case help, redraw, suspend, quit
    /// Quit, also from a job, which is broken off.
    case leave
    /// Quit; what runs goes on by itself.
    case leaveBehind
}
