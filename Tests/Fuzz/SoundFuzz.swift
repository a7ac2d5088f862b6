import SoundParsing

/// What libFuzzer calls with each input: frames, tags and kept indices of sound files must neither
/// trap nor read without end, and what is read of a file must agree with itself.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    // A short window makes every parser meet its edge.
    for capacity in [2048, 65_536] {
        SoundParsing.check(bytes, windowCapacity: capacity)
    }
    return 0
}
