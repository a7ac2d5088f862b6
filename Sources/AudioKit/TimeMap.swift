/// Where media time stands in a file's bytes, as far as that is known at one moment.
public protocol TimeMap: Sendable {
    /// The stretches of media frames that some byte ranges hold, shrunk to whole frames.
    func mediaRanges(of byteRanges: [Range<Int64>]) -> [Range<Int64>]

    /// Whether a media frame's place is known and not estimated.
    func isExact(atFrame frame: Int64) -> Bool
}
