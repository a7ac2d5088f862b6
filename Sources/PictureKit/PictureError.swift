/// Why there is no picture.
public enum PictureError: Error, Equatable, Sendable {
    /// The file cannot be read (open, read).
    case unreadable(errno: Int32)
    /// The file has more bytes than a cover has.
    case tooLarge(bytes: Int)
    /// Its first bytes are those of no kind that is known.
    case unknownKind
    /// It has more pixels than a cover has, or none.
    case unsuitable(width: Int, height: Int)
    /// A library is not installed, or not in the version built for.
    case notInstalled(library: String)
    /// A library does not take it.
    case broken(library: String, code: Int32)
    /// It has no room in so many cells.
    case noRoom
}
