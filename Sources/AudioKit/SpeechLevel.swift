/// Follows how loud the speaker is, so that a quiet one is not taken for silence.
struct SpeechLevel {
    /// Mean square of loud windows: rises at once, falls by about a decibel a second.
    private var loud: Float = 0

    private static let floor: Float = 1e-6  // -60 dBFS
    private static let ceiling: Float = 1.6e-4  // -38 dBFS
    private static let below: Float = 1e-3  // 30 dB under the speaker

    mutating func isSilent(_ samples: UnsafeBufferPointer<Float>) -> Bool {
        var sum: Float = 0
        for sample in samples { sum += sample * sample }
        let power = sum / Float(max(1, samples.count))
        loud = power > loud ? power : loud * 0.9977
        return power < min(Self.ceiling, max(Self.floor, loud * Self.below))
    }
}
