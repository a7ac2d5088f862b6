public import AudioKit

/// What a player is made with.
public struct PlayerConfiguration: Sendable {
    /// Makes the outputs to be tried, the best first.
    public var makeOutputs: @Sendable () -> [any AudioOutput]
    /// How often the position is told while playing.
    public var positionInterval = Duration.milliseconds(500)
    /// The first speed, trimming and loudness.
    public var sound = SoundSettings()
    /// The first speed; the same as `sound.speed`.
    public var speed: Double {
        get { sound.speed }
        set { sound.speed = newValue }
    }
    /// The first gain.
    public var volume = 1.0
    /// How much of a local file must be decoded before sound starts: nearly what a device takes at once,
    /// so that a busy machine does not run dry; it takes some milliseconds to decode.
    public var localThreshold = Duration.milliseconds(500)
    /// How much of a stream, in playing time.
    public var streamThreshold = Duration.seconds(1)
    /// How much of a stream after it ran dry; doubles up to `maxStallThreshold`.
    public var stallThreshold = Duration.milliseconds(2500)
    /// The most that is waited for.
    public var maxStallThreshold = Duration.seconds(15)
    /// How long a seek may take before the state says stalled.
    public var patience = Duration.milliseconds(250)
    /// How long the next item may sound before `load` takes it up.
    public var joinPatience = Duration.seconds(2)

    /// Makes a configuration for an output's name, such as `auto` or `wav:PATH`.
    public init(output name: String = "auto") {
        makeOutputs = { OutputSelection.candidates(named: name) }
    }

    /// Makes a configuration for one output.
    public init(output: any AudioOutput) {
        makeOutputs = { [output] }
    }
}
