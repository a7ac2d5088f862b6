@preconcurrency import Glibc

/// Integrated loudness by EBU R 128 (ITU-R BS.1770): K-weighted, gated blocks of 0.4 s.
public final class LoudnessMeter {
    private let channelCount: Int
    private let hop: Int
    private var filters: [KWeighting]
    private var hopSum = 0.0
    private var hopFill = 0
    /// The last three hops' sums; with the current one they make a block.
    private var recentHops: [Double] = []
    /// How many blocks had which loudness, in tenths of a unit from -70 up.
    private var histogram = [Int](repeating: 0, count: 800)
    private var powers = [Double](repeating: 0, count: 800)
    /// Blocks above the absolute gate so far.
    public private(set) var blockCount = 0

    /// Makes a meter.
    public init(format: AudioFormat) {
        channelCount = format.channelCount
        hop = max(1, format.sampleRate / 10)
        filters = (0..<format.channelCount).map { _ in
            KWeighting(sampleRate: Double(format.sampleRate))
        }
    }

    /// Takes frames in.
    public func write(_ samples: UnsafeBufferPointer<Float>) {
        var index = 0
        while index < samples.count {
            let frames = min(hop - hopFill, (samples.count - index) / channelCount)
            guard frames > 0 else { return }
            let end = index + frames * channelCount
            for channel in 0..<channelCount {
                hopSum += filters[channel].power(
                    samples, from: index + channel, to: end, stride: channelCount)
            }
            index = end
            hopFill += frames
            if hopFill == hop { endHop() }
        }
    }

    /// Loudness so far in LUFS; nil before the first block above -70.
    public var integrated: Double? {
        let ungated = zip(histogram, powers).reduce((0, 0.0)) { ($0.0 + $1.0, $0.1 + $1.1) }
        guard ungated.0 > 0 else { return nil }
        let gate = Self.loudness(ungated.1 / Double(ungated.0)) - 10
        let first = max(0, Int(((gate + 70) * 10).rounded(.up)))
        guard first < histogram.count else { return nil }
        let count = histogram[first...].reduce(0, +)
        guard count > 0 else { return nil }
        return Self.loudness(powers[first...].reduce(0, +) / Double(count))
    }

    private func endHop() {
        // One channel stands for itself here; a mono file is heard from two speakers, but R 128
        // counts it once, and so does every other meter.
        let sum = hopSum
        hopSum = 0
        hopFill = 0
        if recentHops.count == 3 {
            let power = (recentHops.reduce(0, +) + sum) / Double(4 * hop)
            let loudness = Self.loudness(power)
            if loudness > -70 {
                let slot = min(histogram.count - 1, max(0, Int((loudness + 70) * 10)))
                histogram[slot] += 1
                powers[slot] += power
                blockCount += 1
            }
            recentHops.removeFirst()
        }
        recentHops.append(sum)
    }

    private static func loudness(_ power: Double) -> Double {
        power > 0 ? -0.691 + 10 * log10(power) : -.infinity
    }
}

/// The two filters before the power is taken: the head's shelf, then a high pass.
private struct KWeighting {
    private var shelf: Biquad
    private var highPass: Biquad

    init(sampleRate: Double) {
        // The analogue prototypes of BS.1770, warped to any rate.
        let shelfK = tan(.pi * 1681.974450955533 / sampleRate)
        let shelfQ = 0.7071752369554196
        let high = pow(10, 3.999843853973347 / 20)
        let band = pow(high, 0.4996667741545416)
        let shelfNorm = 1 + shelfK / shelfQ + shelfK * shelfK
        shelf = Biquad(
            b0: (high + band * shelfK / shelfQ + shelfK * shelfK) / shelfNorm,
            b1: 2 * (shelfK * shelfK - high) / shelfNorm,
            b2: (high - band * shelfK / shelfQ + shelfK * shelfK) / shelfNorm,
            a1: 2 * (shelfK * shelfK - 1) / shelfNorm,
            a2: (1 - shelfK / shelfQ + shelfK * shelfK) / shelfNorm)
        let passK = tan(.pi * 38.13547087602444 / sampleRate)
        let passQ = 0.5003270373238773
        let passNorm = 1 + passK / passQ + passK * passK
        highPass = Biquad(
            b0: 1, b1: -2, b2: 1, a1: 2 * (passK * passK - 1) / passNorm,
            a2: (1 - passK / passQ + passK * passK) / passNorm)
    }

    mutating func power(
        _ samples: UnsafeBufferPointer<Float>, from first: Int, to end: Int, stride step: Int
    ) -> Double {
        var sum = 0.0
        var index = first
        while index < end {
            let value = highPass.next(shelf.next(Double(samples[index])))
            sum += value * value
            index += step
        }
        return sum
    }
}

private struct Biquad {
    let b0: Double
    let b1: Double
    let b2: Double
    let a1: Double
    let a2: Double
    private var first = 0.0
    private var second = 0.0

    init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
        self.b0 = b0
        self.b1 = b1
        self.b2 = b2
        self.a1 = a1
        self.a2 = a2
    }

    @inline(__always)
    mutating func next(_ input: Double) -> Double {
        let output = b0 * input + first
        first = b1 * input - a1 * output + second
        second = b2 * input - a2 * output
        return output
    }
}
