import AudioKit

/// A file's loudness: what is known of it, what its tags say, and what is measured while it plays.
///
/// Owned by the decoding thread.
final class FileLoudness {
    let meter: LoudnessMeter
    /// Measured when the file was heard whole.
    let known: Double?
    private let decoder: any Decoder
    private var coverage = FrameCoverage()
    private lazy var tagged = try? decoder.taggedLoudness()

    init(of decoder: any Decoder, known: Double?) {
        self.decoder = decoder
        self.known = known
        meter = LoudnessMeter(format: decoder.format)
    }

    /// What tags say; read when it is asked for, since most listeners do not.
    var expected: Double? { known == nil ? tagged : nil }

    /// Takes note of decoded frames; whether they were not measured before.
    func note(_ range: Range<Int64>) -> Bool {
        let isNew = !coverage.contains(range.lowerBound + Int64(range.count / 2))
        if isNew { coverage.insert(range) }
        return isNew
    }

    /// The loudness of the whole, once nearly all of it was measured.
    func whole(frames: Int64) -> Double? {
        guard known == nil, frames > 0, coverage.count * 20 >= frames * 19 else { return nil }
        return meter.integrated
    }
}
