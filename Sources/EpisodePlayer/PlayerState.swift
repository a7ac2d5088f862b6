public import AudioKit

/// What the player does; what the user wants stands apart, in `PlayerIntent`.
public enum PlayerState: Hashable, Sendable {
    /// Nothing is loaded.
    case idle
    /// A file is being opened, and its first sound decoded.
    case loading
    /// The first sound is there; nothing was heard yet.
    case ready
    /// Sound is heard.
    case playing
    /// It stands still: by the user's wish, or by an interruption while the intent is to play.
    case paused
    /// It would play, but bytes are missing.
    case stalled
    /// The last frame was heard.
    case ended
    /// It cannot go on; `load` or `play` tries again.
    case failed(AudioError)
}

/// What the user wants.
public enum PlayerIntent: Hashable, Sendable {
    /// Be silent.
    case pause
    /// Be heard as soon as that can be.
    case play
}

/// Why a player stands still that should play.
public enum PlayerInterruption: Hashable, Sendable {
    /// A call or the like wants to be heard; playing goes on afterwards.
    case call
    /// The device or its server went away; it is tried again.
    case outputLost(detail: String)
    /// The headphones were pulled; nothing goes on by itself, and the intent is to pause.
    case deviceRemoved
}
