/// Terms, or what they mean.
enum ArticleDefinition: Equatable, Sendable {
    case term([ArticleInline])
    case meaning([ArticleBlock])
}
