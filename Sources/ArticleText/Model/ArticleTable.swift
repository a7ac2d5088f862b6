/// A table whose cells hold one paragraph each.
struct ArticleTable: Equatable, Sendable {
    /// Whether the first row names the columns.
    let hasHeading: Bool
    /// Rows of equal length.
    let rows: [[[ArticleInline]]]
}
