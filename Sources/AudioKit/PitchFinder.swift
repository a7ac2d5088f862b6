/// Finds the pitch period at a place: first coarsely on a thinned copy, then finely around that.
///
/// The measure is the mean difference between a stretch and the one a period later (AMDF).
struct PitchFinder: ~Copyable {
    private let channelCount: Int
    private let minPeriod: Int
    private let maxPeriod: Int
    /// So many frames become one in the thinned copy, about 4 kHz.
    private let thinning: Int
    private let thin: UnsafeMutablePointer<Float>
    private let mono: UnsafeMutablePointer<Float>
    private var lastPeriod = 0
    private var lastMinimum: Float = 0

    private struct Match {
        var period: Int
        var minimum: Float
        var maximum: Float
    }

    init(format: AudioFormat, minPeriod: Int, maxPeriod: Int) {
        channelCount = format.channelCount
        self.minPeriod = minPeriod
        self.maxPeriod = maxPeriod
        thinning = max(1, format.sampleRate / 4000)
        thin = .allocate(capacity: 2 * maxPeriod)
        thin.initialize(repeating: 0, count: 2 * maxPeriod)
        mono = .allocate(capacity: 2 * maxPeriod)
        mono.initialize(repeating: 0, count: 2 * maxPeriod)
    }

    deinit {
        thin.deallocate()
        mono.deallocate()
    }

    /// The period of the sound at a pointer, behind which two maximal periods must lie.
    mutating func period(at samples: UnsafePointer<Float>) -> Int {
        let all = mix(samples, count: 2 * maxPeriod)
        var match: Match
        if thinning > 1 {
            let count = 2 * maxPeriod / thinning
            reduce(all, count: count)
            let coarse = search(
                UnsafePointer(thin), from: max(1, minPeriod / thinning),
                through: maxPeriod / thinning)
            let center = coarse.period * thinning
            match = search(
                all, from: max(minPeriod, center - 4 * thinning),
                through: min(maxPeriod, center + 4 * thinning))
        } else {
            match = search(all, from: minPeriod, through: maxPeriod)
        }
        defer {
            lastMinimum = match.minimum
            lastPeriod = match.period
        }
        return isLastBetter(match) ? lastPeriod : match.period
    }

    /// At the abrupt end of a voiced sound the match is poor, and the period before is the truth.
    private func isLastBetter(_ match: Match) -> Bool {
        guard lastPeriod > 0, match.minimum > 0 else { return false }
        if match.maximum > match.minimum * 3 { return false }
        return match.minimum * 2 > lastMinimum * 3
    }

    private func mix(
        _ samples: UnsafePointer<Float>, count: Int
    ) -> UnsafePointer<Float> {
        guard channelCount > 1 else { return samples }
        for frame in 0..<count {
            mono[frame] = (samples[2 * frame] + samples[2 * frame + 1]) * 0.5
        }
        return UnsafePointer(mono)
    }

    private func reduce(_ samples: UnsafePointer<Float>, count: Int) {
        var position = samples
        for index in 0..<count {
            var sum: Float = 0
            for offset in 0..<thinning { sum += position[offset] }
            thin[index] = sum
            position += thinning
        }
    }

    private func search(
        _ samples: UnsafePointer<Float>, from first: Int, through last: Int
    ) -> Match {
        var best = Match(period: first, minimum: .infinity, maximum: 0)
        for period in first...max(first, last) {
            let sum = difference(samples, samples + period, count: period) / Float(period)
            if sum < best.minimum {
                best.minimum = sum
                best.period = period
            }
            best.maximum = max(best.maximum, sum)
        }
        return best
    }

    /// Four sums side by side, which the compiler keeps in one register.
    @inline(__always)
    private func difference(
        _ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, count: Int
    ) -> Float {
        var sums = SIMD4<Float>.zero
        var index = 0
        while index + 4 <= count {
            let left = UnsafeRawPointer(first + index).loadUnaligned(as: SIMD4<Float>.self)
            let right = UnsafeRawPointer(second + index).loadUnaligned(as: SIMD4<Float>.self)
            let gap = left - right
            sums += gap.replacing(with: -gap, where: gap .< 0)
            index += 4
        }
        var sum = sums.sum()
        while index < count {
            sum += abs(first[index] - second[index])
            index += 1
        }
        return sum
    }
}
