/// An entity tag, kept exactly as it was received (RFC 9110 section 8.8.3).
public struct EntityTag: Sendable, Hashable {
    /// The field's value.
    public let text: String

    /// Whether it says only that two versions mean the same, not that their bytes are equal.
    public var isWeak: Bool { text.hasPrefix("W/") || text.hasPrefix("w/") }

    /// Whether it may stand in If-Range.
    public var isStrong: Bool { !isWeak && text.hasPrefix("\"") && text.hasSuffix("\"") }

    /// Keeps a field's value; nil when it is empty.
    public init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }
}
