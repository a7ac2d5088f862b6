public import ColumnModel
public import PlaybackRules

/// All that can be seen of the player at one moment.
public struct PlaybackStatus: Sendable, Equatable {
    /// What the player does.
    public enum State: Sendable, Equatable {
        /// Nothing is loaded.
        case idle
        /// A file is being opened.
        case loading
        /// Sound is heard.
        case playing
        /// It stands still.
        case paused
        /// It would play, but bytes are missing.
        case stalled
        /// The last frame was heard.
        case ended
        /// It cannot go on.
        case failed(PlaybackFailure)
    }

    /// The sleep timer, where it is set.
    public struct Sleep: Sendable, Equatable {
        /// What it was set to.
        public let kind: SleepKind
        /// Real time that is left, where it goes by time.
        public let remaining: Duration?
        /// Episodes or chapters that are left, this one counted, where it goes by them.
        public let countLeft: Int?
    }

    /// What plays.
    public var item: PlaybackItem?
    /// The title of its column.
    public var columnTitle: String? { column?.title }
    /// What the player does.
    public var state = State.idle
    /// Whether the user wants it to be heard.
    public var wantsToPlay = false
    /// The media time that is heard.
    public var position = Duration.zero
    /// By what the place was found (`frames` or `time`), where the file is another one than when
    /// the place was kept.
    public var placeFoundBy: String?
    /// At how many places the file is broken, as far as is known; they are left out.
    public var brokenPlaces = 0
    /// How many bytes are left out there.
    public var skippedBytes: Int64 = 0
    /// How often the output ran dry.
    public var underrunCount = 0
    /// Whether the next moment's sound is missing.
    public var isBufferEmpty = false
    /// Whether playing can be expected to go on without a stall.
    public var isLikelyToKeepUp = false
    /// The file's length; nil while nothing is known.
    public var duration: Duration?
    /// Whether the length is an estimate.
    public var isDurationEstimated = true
    /// Media time for each unit of real time.
    public var speed = 1.0
    /// The gain, 0…1.
    public var volume = 1.0
    /// The stretches of media time that play without waiting for a network.
    public var bufferedRanges: [Range<Duration>] = []
    /// The output in use; nil before the first sound.
    public var outputName: String?
    /// The chapter that is heard.
    public var chapter: Chapter?
    /// What is said now; nil where that is not known, and in gaps.
    public var piece: ReadAlong.Piece?
    /// The picture of the episode or its column, in a local file; nil until it is there.
    public var artPath: String?
    /// The sleep timer, where it is set.
    public var sleep: Sleep?
    /// In which order the list plays.
    public var mode = PlaybackMode.sequence
    /// The column of what plays.
    public var column: Column?
    /// Where in its list the item stands, from 0.
    public var index: Int?
    /// How many items the list has.
    public var count = 0
    /// Whether another follows, of the queue or the list.
    public var canGoNext = false
    /// Whether another stands before it.
    public var canGoPrevious = false
}

/// Why an item cannot be played.
public enum PlaybackFailure: Error, Sendable, Hashable {
    /// The episode has no audio.
    case noAudio
    /// Another process is fetching it at the moment.
    case inUse
    /// The file cannot be read.
    case file(path: String, errno: Int32)
    /// The server or the network failed, by the source's own stable code.
    case source(code: String, detail: String?)
    /// The bytes end before the announced length.
    case truncated
    /// The bytes are no audio; what they look like.
    case notAudio(kind: String)
    /// No decoder is there for the kind of audio.
    case unsupported(kind: String)
    /// The decoder gave up; the library's own words.
    case decoder(detail: String)
    /// No output could be opened, or it went away.
    case output(name: String, detail: String)
}
