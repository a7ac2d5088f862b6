import AudioKit
import EpisodePlayer

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
        duration = snapshot.duration
        isDurationEstimated = snapshot.isDurationEstimated
        speed = snapshot.speed
        bufferedRanges = snapshot.bufferedRanges
        outputName = snapshot.outputName
    }
}
