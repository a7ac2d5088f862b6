import PictureKit

/// A cover that stands at the right of a text's head.
struct Cover: Hashable, Sendable {
    /// The picture file.
    var path: String
    /// The form and the cells in which it is set.
    var request: PictureRequest
}
