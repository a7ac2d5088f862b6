import PictureKit

/// How pictures reach the terminal.
struct ImageSupport: Equatable, Sendable {
    /// The form; nil where they do not, or where the terminal did not answer yet.
    var form: PictureRequest.Form?
    /// The colours of characters.
    var colors = PictureRequest.Colors.sixteen
    /// A cell's width in pixels.
    var cellWidth = 8
    /// A cell's height in pixels.
    var cellHeight = 16

    /// No pictures.
    static let none = ImageSupport()

    /// No cover is higher, in lines.
    private static let maximumRows = 10
    /// A lower one is not worth its lines.
    private static let minimumRows = 4

    /// The cover that has room beside the head of a text; nil where there is none.
    func cover(textWidth: Int, height: Int) -> PictureRequest? {
        guard let form, textWidth >= 36, height >= 12 else { return nil }
        // Covers are square.
        let widest = textWidth / 3
        let rows = min(Self.maximumRows, height / 3, widest * cellWidth / cellHeight)
        guard rows >= Self.minimumRows else { return nil }
        let columns = min(widest, (rows * cellHeight + cellWidth - 1) / cellWidth)
        return PictureRequest(
            form: form, colors: colors, columns: columns, rows: rows, cellWidth: cellWidth,
            cellHeight: cellHeight)
    }
}
