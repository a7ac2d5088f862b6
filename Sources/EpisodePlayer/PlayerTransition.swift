import AudioKit

/// The causes for which the state changes.
enum PlayerTransition: Hashable, Sendable {
    /// A file was given.
    case load
    /// Its first sound is decoded.
    case open
    /// The output runs.
    case start
    /// The output was stopped on purpose.
    case pause
    /// Sound is wanted and missing.
    case starve
    /// The last frame was heard.
    case finish
    /// The end was left by a seek.
    case rewind
    /// It cannot go on.
    case fail(AudioError)
    /// The file was put away.
    case stop
}

extension PlayerState {
    /// The one table of all transitions: the state after a cause, nil where it is refused.
    func after(_ transition: PlayerTransition) -> PlayerState? {
        switch (self, transition) {
        case (_, .load): .loading
        case (.idle, _): nil
        case (_, .stop): .idle
        case (.failed, _): nil
        case (.ended, .rewind): .paused
        case (.ended, _): nil
        case (_, .fail(let error)): .failed(error)
        case (.loading, .open): .ready
        case (.ready, .start), (.paused, .start), (.stalled, .start): .playing
        case (.playing, .pause), (.stalled, .pause): .paused
        case (.ready, .starve), (.playing, .starve), (.paused, .starve): .stalled
        case (.playing, .finish), (.stalled, .finish): .ended
        default: nil
        }
    }
}
