/// A cell's place on the screen, from 0.
struct Point: Hashable, Sendable {
    /// From the left.
    var column: Int
    /// From the top.
    var row: Int
}
