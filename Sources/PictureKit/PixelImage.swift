/// A picture in pixels: four bytes each, red, green, blue and opacity.
struct PixelImage: Equatable, Sendable {
    /// Pixels of a line.
    let width: Int
    /// Lines.
    let height: Int
    /// Line after line.
    let bytes: [UInt8]
}
