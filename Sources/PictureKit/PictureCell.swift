/// One cell of a picture that is set in characters.
public struct PictureCell: Hashable, Sendable {
    /// A colour.
    public enum Color: Hashable, Sendable {
        /// The terminal's own.
        case none
        /// One of 256.
        case index(UInt8)
        /// Red, green and blue.
        case full(UInt8, UInt8, UInt8)
    }

    /// A blank or one of the block elements (U+2580 to U+259F).
    public let character: Unicode.Scalar
    /// Of what the character covers.
    public let foreground: Color
    /// Of the rest.
    public let background: Color

    /// Makes a cell; any other character is a blank.
    public init(_ character: Unicode.Scalar, _ foreground: Color, _ background: Color) {
        let isBlock = (0x2580...0x259F).contains(character.value)
        self.character = isBlock ? character : " "
        self.foreground = foreground
        self.background = background
    }
}
