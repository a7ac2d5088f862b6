/// The hashes of the frames that were decoded last: from it a fingerprint is taken for any of them.
public struct FrameTrail: Sendable {
    /// About a minute of MP3.
    static let longest = 2400

    /// The number of the first frame that is kept.
    private var firstFrame: Int64
    private var hashes: [UInt32] = []
    private let frameLength: Int64
    /// Samples that a gapless decoder drops at the front.
    private let trim: Int64
    private let sampleRate: Int

    init(firstFrame: Int64, frameLength: Int64, trim: Int64, sampleRate: Int) {
        self.firstFrame = firstFrame
        self.frameLength = frameLength
        self.trim = trim
        self.sampleRate = sampleRate
    }

    /// The number of the frame that comes next.
    var nextFrame: Int64 { firstFrame + Int64(hashes.count) }

    mutating func append(_ hash: UInt32) {
        hashes.append(hash)
        guard hashes.count >= 2 * Self.longest else { return }
        hashes.removeFirst(Self.longest)
        firstFrame += Int64(Self.longest)
    }

    /// The fingerprint of a place; nil where too few frames around it are known.
    public func fingerprint(at place: Duration) -> FrameFingerprint? {
        let format = AudioFormat(sampleRate: sampleRate, channelCount: 1)
        let sample = format.frames(in: place) + trim
        let frame = sample / max(1, frameLength)
        let index = Int(clamping: frame - firstFrame)
        // The trail is followed in steps: a place right behind its end is told by what is before.
        guard index >= 0, index < hashes.count + 100 else { return nil }
        let half = FrameFingerprint.longest / 2
        let first = max(0, min(index - half, hashes.count - FrameFingerprint.longest))
        let run = hashes[first..<min(hashes.count, first + FrameFingerprint.longest)]
        let start = (firstFrame + Int64(first)) * frameLength
        return FrameFingerprint(place: place, lead: sample - start, hashes: Array(run))
    }
}
