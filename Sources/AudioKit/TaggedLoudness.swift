/// A file's loudness by what taggers wrote into it: an estimate, since their word is old and rounded.
enum TaggedLoudness {
    /// What ReplayGain brings a file to, in LUFS.
    private static let replayGainTarget = -18.0
    /// What R128_TRACK_GAIN of Opus brings a file to.
    private static let r128Target = -23.0

    /// The loudness that a ReplayGain in decibels means; nil where it cannot be one.
    static func loudness(replayGain: Double) -> Double? {
        abs(replayGain) <= 51 ? replayGainTarget - replayGain : nil
    }

    /// The loudness by a comment's name and value.
    static func loudness(name: String, value: String) -> Double? {
        switch name.lowercased() {
        case "replaygain_track_gain": decibels(value[...]).flatMap(loudness(replayGain:))
        case "r128_track_gain":
            Int(value).flatMap { abs($0) <= 32_768 ? r128Target - Double($0) / 256 : nil }
        default: nil
        }
    }

    /// A number before `dB`.
    static func decibels(_ text: Substring) -> Double? {
        let digits = text.drop { $0 == " " }.prefix { "+-.0123456789".contains($0) }
        return Double(digits)
    }

    /// What an APEv2 tag at the end of a whole file says, before an ID3v1 tag or at the very end.
    static func loudness(
        inTailOf window: inout ByteWindow, length: Int64
    ) throws(AudioError) -> Double? {
        for end in [length, length - 128] where end >= 32 {
            let footer = try window.slice(at: end - 32, length: 32)
            guard footer.count == 32, footer.starts(with: "APETAGEX".utf8) else { continue }
            let size = Int64(little(footer[12..<16]))
            guard size >= 32, size <= 65_536, size <= end else { return nil }
            return item(try window.slice(at: end - size, length: Int(size) - 32))
        }
        return nil
    }

    private static func item(_ bytes: [UInt8]) -> Double? {
        var offset = 0
        while offset + 9 <= bytes.count {
            let size = Int(little(bytes[offset..<(offset + 4)]))
            guard let zero = bytes[(offset + 8)...].firstIndex(of: 0),
                size <= bytes.count - zero - 1
            else { return nil }
            let name = String(decoding: bytes[(offset + 8)..<zero], as: UTF8.self)
            let value = String(decoding: bytes[(zero + 1)..<(zero + 1 + size)], as: UTF8.self)
            if let loudness = loudness(name: name, value: value) { return loudness }
            offset = zero + 1 + size
        }
        return nil
    }

    private static func little(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
