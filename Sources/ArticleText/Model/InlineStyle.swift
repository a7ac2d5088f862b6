/// How a piece of text is marked.
struct InlineStyle: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let strong = InlineStyle(rawValue: 1 << 0)
    static let emphasis = InlineStyle(rawValue: 1 << 1)
    static let code = InlineStyle(rawValue: 1 << 2)
    static let deleted = InlineStyle(rawValue: 1 << 3)
}
