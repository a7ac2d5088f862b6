import AudioKit

/// Whether a stream comes fast enough to be played without a stall.
struct KeepUpEstimator {
    /// How fast old measurements fade.
    private static let memory = 5.0

    private var lastBytes: Int64?
    private var lastTime = Duration.zero
    /// Bytes a second, averaged over some seconds.
    private(set) var rate: Double?

    /// Takes in how many bytes are held now.
    mutating func note(heldBytes: Int64, at time: Duration) {
        defer {
            lastBytes = heldBytes
            lastTime = time
        }
        guard let lastBytes, time > lastTime else { return }
        let span = (time - lastTime) / .seconds(1)
        let current = Double(max(0, heldBytes - lastBytes)) / span
        guard let rate else {
            self.rate = current
            return
        }
        let share = span / (Self.memory + span)
        self.rate = rate * (1 - share) + current * share
    }

    /// Leaves the time up to the next measurement out.
    mutating func pause() {
        lastBytes = nil
    }

    /// Whether what is missing comes in time.
    ///
    /// - Parameters:
    ///   - missingBytes: bytes between what is held ahead and the file's end.
    ///   - remaining: playing time to the file's end.
    ///   - ahead: playing time that is held.
    ///   - threshold: playing time that a start asks for.
    func isLikely(
        missingBytes: Int64, remaining: Duration, ahead: Duration, threshold: Duration
    ) -> Bool {
        if missingBytes <= 0 { return true }
        guard let rate, rate > 0 else { return false }
        let seconds = remaining / .seconds(1)
        if Double(missingBytes) / rate + 2 <= seconds { return true }
        // Bytes that playing uses up in a second, by what is left of both.
        let missingTime = max(0.1, (remaining - ahead) / .seconds(1))
        let needed = Double(missingBytes) / missingTime
        return rate >= needed * 1.15 && ahead >= threshold
    }
}
