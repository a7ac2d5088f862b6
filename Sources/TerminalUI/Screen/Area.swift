/// A rectangle of cells.
struct Area: Hashable, Sendable {
    /// Its left edge.
    var column: Int
    /// Its upper edge.
    var row: Int
    /// Its width.
    var width: Int
    /// Its height.
    var height: Int

    /// Whether a cell lies in it.
    func contains(_ point: Point) -> Bool {
        point.column >= column && point.column < column + width && point.row >= row
            && point.row < row + height
    }
}
