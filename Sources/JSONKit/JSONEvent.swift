/// What a JSON reader has come to.
public enum JSONEvent: Sendable, Equatable {
    /// All bytes given so far are read; give more, or say that there are no more.
    case needsInput
    /// An object begins.
    case beginObject
    /// An object ends.
    case endObject
    /// An array begins.
    case beginArray
    /// An array ends.
    case endArray
    /// A member's key, which is the reader's text; its value follows.
    case key
    /// A string, which is the reader's text.
    case string
    /// A number, whose digits are the reader's text.
    case number
    /// True or false.
    case bool(Bool)
    /// Null.
    case null
    /// The text is over and was whole.
    case end
    /// The text is broken or cut off here; nothing more can be read.
    case failure
}
