/// A part of an article that stands on lines of its own.
///
/// Blocks hold blocks; the builder keeps the depth below a limit, so that walking them is safe.
enum ArticleBlock: Equatable, Sendable {
    case paragraph([ArticleInline])
    case heading(level: Int, [ArticleInline])
    /// Items; `first` is the number of the first one, nil for bullets.
    case list(first: Int?, items: [[ArticleBlock]])
    case quote([ArticleBlock])
    /// Lines as they stand.
    case code(String)
    case rule
    case table(ArticleTable)
    case definitions([ArticleDefinition])
}
