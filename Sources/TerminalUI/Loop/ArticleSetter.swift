import ArticleText
import ColumnModel
import ColumnServices
import Synchronization
import TerminalText

/// Sets articles in lines; only the newest that was asked for is worth the work.
final class ArticleSetter: Sendable {
    /// One does not read while the selection runs through a list.
    private static let pause = Duration.milliseconds(60)

    private let isUnicode: Bool
    private let newest = Mutex(0)

    init(isUnicode: Bool) {
        self.isUnicode = isUnicode
    }

    /// The lines of a text; nil where another was asked for meanwhile.
    func lines(of subject: ArticleState.Subject, width: Int, in library: LibraryService)
        async throws -> [StyledText]?
    {
        let number = newest.withLock { newest in
            newest += 1
            return newest
        }
        try await Task.sleep(for: Self.pause)
        guard newest.withLock({ $0 == number }) else { return nil }
        let options = ArticleTextOptions(width: width, usesStyles: true, isUnicode: isUnicode)
        var lines: [StyledText] = []
        let body: Article?
        switch subject {
        case .episode(let id):
            guard let episode = try await library.episode(id) else { return [] }
            let column = try await library.column(episode.column)
            lines += wrapped(episode.title, .bold, width)
            lines.append(StyledText(facts(episode, column), .dim))
            body =
                try await library.article(of: id)
                ?? episode.summary.map { Article(body: $0, format: .html) }
        case .column(let id):
            guard let column = try await library.column(id) else { return [] }
            lines += wrapped(column.title, .bold, width)
            if let author = column.author { lines += wrapped(author, .dim, width) }
            body = column.summary.map { Article(body: $0, format: .html) }
        }
        lines.append(StyledText(""))
        if let body {
            var text = ArticleDocument(body).lines(options).map { StyledText(rendered: $0) }
            // Many articles begin with their own title, which stands above already.
            let head = text.first?.pieces.map(\.text).joined()
            if head != nil, head == lines.first?.pieces.map(\.text).joined() {
                text.removeFirst()
                if text.first?.pieces.isEmpty == true { text.removeFirst() }
            }
            lines += text
        }
        return lines
    }

    private func wrapped(_ text: String, _ style: TextStyle, _ width: Int) -> [StyledText] {
        LineWrapper(width: width).wrap(SafeText.line(text)).map { StyledText($0, style) }
    }

    private func facts(_ episode: Episode, _ column: Column?) -> String {
        let length = episode.duration.map { NumberText.duration($0) }
        return [column?.title, length].compactMap(\.self).joined(separator: "  ")
    }
}
