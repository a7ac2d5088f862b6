import AudioKit
import ColumnModel
import EpisodePlayer
import PlaybackRules

/// What the service knows of playing beside the engine; a value that all threads may see.
struct PlaybackView {
    private var session: PlaybackSession?
    private var sleep: SleepTimer?
    private var volume = 1.0
    private var mode = PlaybackMode.sequence
    private var index: Int?
    private var count = 0
    private var canGoNext = false
    private var canGoPrevious = false

    init() {}

    init(
        session: PlaybackSession?, order: PlaybackOrder<PlaybackItem>, hasQueued: Bool,
        sleep: SleepTimer, volume: Double
    ) {
        self.session = session
        self.sleep = sleep
        self.volume = volume
        mode = order.mode
        index = order.index
        count = order.items.count
        canGoNext = order.hasNext || hasQueued
        canGoPrevious = order.hasPrevious
    }

    /// Both together.
    func status(_ snapshot: PlayerSnapshot) -> PlaybackStatus {
        var status = PlaybackStatus(snapshot)
        // The item is put away already, and the engine about to be stopped.
        if session == nil { status.state = .idle }
        status.item = session?.item
        status.column = session?.column
        status.volume = volume
        status.chapter = session?.chapter(at: status.position)
        status.piece = session?.readAlong?.piece(at: status.position)
        status.artPath = session?.artPath
        status.mode = mode
        status.index = index
        status.count = count
        status.canGoNext = canGoNext
        status.canGoPrevious = canGoPrevious
        if let sleep, let kind = sleep.kind {
            status.sleep = PlaybackStatus.Sleep(
                kind: kind, remaining: sleep.remaining(at: .current()),
                countLeft: sleep.countLeft)
        }
        if status.duration == nil { status.duration = session?.item.episode?.duration }
        return status
    }
}

extension PlaybackStatus {
    init(_ snapshot: PlayerSnapshot) {
        state =
            switch snapshot.state {
            case .idle: .idle
            case .loading, .ready: .loading
            case .playing: .playing
            case .paused: .paused
            case .stalled: .stalled
            case .ended: .ended
            case .failed(let error): .failed(PlaybackFailure(error))
            }
        wantsToPlay = snapshot.intent == .play
        position = snapshot.position
        placeFoundBy = snapshot.placeEvidence?.rawValue
        brokenPlaces = snapshot.damage.places
        skippedBytes = snapshot.damage.bytes
        underrunCount = snapshot.underrunCount
        isBufferEmpty = snapshot.isBufferEmpty
        isLikelyToKeepUp = snapshot.isLikelyToKeepUp
        duration = snapshot.duration
        isDurationEstimated = snapshot.isDurationEstimated
        speed = snapshot.speed
        bufferedRanges = snapshot.bufferedRanges
        outputName = snapshot.outputName
    }
}
