public import AudioKit

/// All that can be seen of the player at one moment.
public struct PlayerSnapshot: Hashable, Sendable {
    /// What it does.
    public var state = PlayerState.idle
    /// What the user wants.
    public var intent = PlayerIntent.pause
    /// Why it stands still against the intent.
    public var interruption: PlayerInterruption?
    /// The media time that is heard.
    public var position = Duration.zero
    /// By what the place was found, where the file is another one than when it was taken.
    public var placeEvidence: PlaceEvidence?
    /// The file's length; nil while nothing is known.
    public var duration: Duration?
    /// Whether the length is an estimate.
    public var isDurationEstimated = true
    /// Media time for each unit of real time.
    public var speed = 1.0
    /// How much silence is taken out.
    public var trim: SilenceTrimmer.Strength?
    /// Whether the loudness is brought to -16 LUFS.
    public var normalizesLoudness = false
    /// The gain, 0…1.
    public var volume = 1.0
    /// The gain that `PlayerCommand.ramp` moves, as it is heard; 1 unless asked for.
    public var rampGain = 1.0
    /// The stretches of media time that play without waiting for a network.
    public var bufferedRanges: [Range<Duration>] = []
    /// Whether the next moment's sound is missing.
    public var isBufferEmpty = true
    /// Whether playing can be expected to go on without a stall.
    public var isLikelyToKeepUp = false
    /// The output in use; nil before the first sound.
    public var outputName: String?
    /// What of the file is broken and was left out, as far as is known.
    public var damage = MediaDamage()
    /// How often the output ran dry.
    public var underrunCount = 0
}
