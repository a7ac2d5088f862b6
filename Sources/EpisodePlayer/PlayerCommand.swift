public import AudioKit

/// What can be asked of the player.
public enum PlayerCommand: Hashable, Sendable {
    /// Be heard; after the end, from the beginning; after a failure, try again.
    case play
    /// Be silent.
    case pause
    /// Play if silent, else pause.
    case toggle
    /// Go to a media time.
    case seek(to: Duration)
    /// Go forward, or back with a negative duration.
    case skip(by: Duration)
    /// Play faster or slower, 0.5…4.
    case setSpeed(Double)
    /// Set the gain, 0…1.
    case setVolume(Double)
    /// Move a gain beside the volume in a straight line, sample by sample; only while sound is heard.
    ///
    /// It is 1 again after a pause, an interruption, a failure and a stop; seeks, changes of speed
    /// and the next file leave it on its way. Time that nothing is heard does not count.
    case ramp(to: Double, over: Duration)
    /// Shorten silences, or leave them with nil.
    case setTrim(SilenceTrimmer.Strength?)
    /// Bring the loudness to -16 LUFS, or leave it.
    case setLoudness(Bool)
    /// Put the file away.
    case stop
}
