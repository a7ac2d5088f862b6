/// A time stamp that an article names, such as `12:30` or `(1:02:03)`.
public struct TimeMark: Hashable, Sendable {
    /// The place in the media.
    public let time: Duration
    /// Where it stands in the text searched, as an offset in UTF-8 bytes, with its length.
    public let range: Range<Int>
    /// The rest of its line without brackets and separators; often a chapter's title.
    public let label: String
    /// Whether it begins or ends its line, as in a list of chapters.
    public let isAtEdge: Bool

    /// The time stamps in a text, in its order.
    public static func marks(in text: String) -> [TimeMark] {
        TimeScanner.marks(in: text)
    }
}
