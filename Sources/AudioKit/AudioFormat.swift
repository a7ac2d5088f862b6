/// How samples are laid out: rate and channels, always interleaved.
public struct AudioFormat: Hashable, Sendable {
    /// Frames a second.
    public let sampleRate: Int
    /// Samples in a frame: 1 or 2.
    public let channelCount: Int

    /// Makes a format from rate and channels.
    public init(sampleRate: Int, channelCount: Int) {
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }

    /// How long a number of frames takes at speed 1.
    public func duration(ofFrames frames: Int64) -> Duration {
        let (seconds, rest) = frames.quotientAndRemainder(dividingBy: Int64(sampleRate))
        return .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / Int64(sampleRate))
    }

    /// The frame that stands at a time, rounded to the nearest.
    public func frames(in duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        let nanoseconds = attoseconds / 1_000_000_000
        let part = (nanoseconds * Int64(sampleRate) + 500_000_000) / 1_000_000_000
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: Int64(sampleRate))
        return overflow ? (seconds < 0 ? .min / 2 : .max / 2) : whole + part
    }
}
