/// A gain that goes in a straight line from one value to another, by the ring's frame numbers.
///
/// A frame's gain hangs on its number alone, so frames that are given twice are the same twice.
struct GainRamp: Hashable, Sendable {
    /// Gain 1, for ever.
    static let none = GainRamp(from: 1, to: 1, start: 0, count: 0)

    let from: Float
    let to: Float
    /// The first frame that is not at `from` any more.
    var start: Int
    /// How many frames the way takes.
    let count: Int

    /// The first frame of the last value.
    var end: Int { start + count }

    /// Whether every frame from an index on is left as it is.
    func isNeutral(from index: Int) -> Bool { to == 1 && (from == 1 || index >= end) }

    /// The gain of one frame.
    @inline(__always)
    func gain(at index: Int) -> Float {
        if index >= end { return to }
        if index < start { return from }
        return from + (to - from) * (Float(index - start + 1) / Float(count))
    }
}
