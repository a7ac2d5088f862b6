/// Floats in -1…1 to 16-bit samples, rounded and limited exactly as libmpg123 does.
enum SampleConversion {
    /// One sample; anything outside the range, and NaN, stays inside without a trap.
    @inline(__always)
    static func int16(_ sample: Float) -> Int16 {
        let scaled = sample * 32_768
        let limited = scaled >= 32_767 ? 32_767 : scaled <= -32_768 ? -32_768 : scaled
        // Adding 1.5 × 2^23 leaves the nearest integer, ties to even, in the low bits.
        let shifted = limited + 12_582_912
        return Int16(truncatingIfNeeded: Int32(bitPattern: shifted.bitPattern) &- 0x4B40_0000)
    }

    static func convert(
        _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Int16>, count: Int
    ) {
        for index in 0..<count { target[index] = int16(source[index]) }
    }

    static func convert(
        _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Int16>, count: Int,
        gain: Float
    ) {
        for index in 0..<count { target[index] = int16(source[index] * gain) }
    }
}
