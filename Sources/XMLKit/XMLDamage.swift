/// What was wrong with a document, as far as it was seen; kinds are told once.
public struct XMLDamage: Sendable, Hashable {
    /// What kind of damage it is.
    public enum Kind: Sendable {
        /// An end tag that closes no open element, or closes over others.
        case mismatchedTag
        /// A tag, comment or section that never ends.
        case unterminated
        /// The document ends while elements are open.
        case openElements
        /// Nesting, names, tags or entities beyond the limits.
        case overLimit
    }

    /// What kind of damage it is.
    public let kind: Kind
    /// The line at which it was seen, from 1.
    public let line: Int
}
