/// Where a text stops being JSON, and what it says around there.
public struct JSONSyntaxError: Error, Equatable {
    /// The byte at which it went wrong.
    public let offset: Int
    /// Some text from there on.
    public let near: String
}
