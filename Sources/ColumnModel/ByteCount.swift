/// A number of bytes.
public struct ByteCount: Hashable, Comparable, Sendable {
    /// The count in bytes.
    public let bytes: Int64

    /// Makes a count from bytes.
    public init(bytes: Int64) {
        self.bytes = bytes
    }

    /// No bytes.
    public static let zero = ByteCount(bytes: 0)

    /// A count in kibibytes (1,024 bytes).
    public static func kibibytes(_ count: Int64) -> ByteCount {
        ByteCount(bytes: count << 10)
    }

    /// A count in mebibytes (1,048,576 bytes).
    public static func mebibytes(_ count: Int64) -> ByteCount {
        ByteCount(bytes: count << 20)
    }

    /// The smaller count first.
    public static func < (left: ByteCount, right: ByteCount) -> Bool {
        left.bytes < right.bytes
    }
}
