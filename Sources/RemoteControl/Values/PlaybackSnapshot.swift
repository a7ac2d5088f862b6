public import PlaybackRules

/// All that can be seen of the player at one moment.
public struct PlaybackSnapshot: Sendable, Hashable {
    /// What it does.
    public var status = PlaybackStatus.stopped
    /// Whether it waits for bytes while it should play.
    public var isStalled = false
    /// What is loaded; nil when stopped.
    public var track: PlaybackTrack?
    /// Where in its list the track stands, from 0.
    public var index: Int?
    /// How many tracks the list has.
    public var count = 0
    /// The media time that is heard.
    public var position = Duration.zero
    /// The track's length; nil while unknown.
    public var duration: Duration?
    /// Whether the length is an estimate.
    public var isDurationEstimated = false
    /// Media time for each unit of real time.
    public var speed = 1.0
    /// The listener's volume, 0…1.
    public var volume = 1.0
    /// The order of the list.
    public var mode = PlaybackMode.sequence
    /// The sleep timer, when one is set.
    public var sleep: SleepStatus?
    /// Whether "next" leads somewhere.
    public var canGoNext = false
    /// Whether "previous" leads to another track.
    public var canGoPrevious = false
    /// Whether the position can be changed.
    public var canSeek = false
    /// The stretches of media time that play without a network.
    public var bufferedRanges: [Range<Duration>] = []
    /// The title of the chapter that is heard.
    public var chapter: String?
    /// What is said now, or the paragraph that is read; nil where nobody knows.
    public var cue: PlaybackCue?
    /// The output in use; nil before the first sound.
    public var output: String?
    /// By what the place was found (`frames` or `time`), where the file had changed.
    public var placeFoundBy: String?
    /// How often the output ran dry.
    public var underrunCount = 0
    /// At how many places the file is broken, as far as is known; they are left out.
    public var brokenPlaces = 0
    /// How many bytes are left out there.
    public var skippedBytes: Int64 = 0
    /// Whether the next moment's sound is missing.
    public var isBufferEmpty = false
    /// Whether playing can be expected to go on without a stall.
    public var isLikelyToKeepUp = true
    /// Why the track does not play; nil when it does.
    public var failure: PlaybackFailure?
    /// The player's process.
    public var processID: Int32 = 0

    /// Makes the snapshot of a player that has nothing to play.
    public init() {}
}
