/// How decoded sound is changed before it is heard.
public struct SoundSettings: Hashable, Sendable {
    /// Media time for each unit of real time, 0.5…4.
    public var speed: Double
    /// How much silence is taken out; nil for none.
    public var trim: SilenceTrimmer.Strength?
    /// Whether the loudness is brought to -16 LUFS.
    public var normalizesLoudness: Bool

    /// Makes settings; without arguments they change nothing.
    public init(
        speed: Double = 1, trim: SilenceTrimmer.Strength? = nil, normalizesLoudness: Bool = false
    ) {
        self.speed = speed
        self.trim = trim
        self.normalizesLoudness = normalizesLoudness
    }

    /// Whether samples pass untouched.
    public var isNeutral: Bool { speed == 1 && trim == nil && !normalizesLoudness }
}
