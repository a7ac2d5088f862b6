import ArticleText
import ColumnModel
import ColumnServices
import PictureKit
import Synchronization
import TerminalText

/// Sets articles in lines; only the newest that was asked for is worth the work.
final class ArticleSetter: Sendable {
    /// One does not read while the selection runs through a list.
    private static let pause = Duration.milliseconds(60)

    private let isUnicode: Bool
    private let covers: CoverStore
    private let newest = Mutex(0)

    init(isUnicode: Bool, covers: CoverStore) {
        self.isUnicode = isUnicode
        self.covers = covers
    }

    /// The lines of a text; nil where another was asked for meanwhile.
    func text(
        of subject: ArticleState.Subject, width: Int, cover request: PictureRequest?,
        in library: LibraryService
    ) async throws -> ArticlePage? {
        let number = newest.withLock { newest in
            newest += 1
            return newest
        }
        try await Task.sleep(for: Self.pause)
        guard newest.withLock({ $0 == number }) else { return nil }
        let options = ArticleTextOptions(width: width, usesStyles: true, isUnicode: isUnicode)
        var lines: [StyledText] = []
        let title: String
        let cover = await cover(of: subject, request)
        // The head stands beside the cover.
        let headWidth = cover.map { width - $0.request.columns - 2 } ?? width
        let body: Article?
        var place = 0
        var duration: Duration?
        switch subject {
        case .episode(let id):
            guard let episode = try await library.episode(id) else { return ArticlePage() }
            let column = try await library.column(episode.column)
            title = SafeText.line(episode.title)
            lines += wrapped(episode.title, .bold, headWidth)
            lines += wrapped(facts(episode, column), .dim, headWidth)
            if episode.enclosure != nil || episode.audio.file != nil {
                duration = episode.duration ?? .seconds(86_400)
            }
            place = try await library.readPlace(of: id) ?? 0
            body =
                try await library.article(of: id)
                ?? episode.summary.map { Article(body: $0, format: .html) }
        case .column(let id):
            guard let column = try await library.column(id) else { return ArticlePage() }
            title = SafeText.line(column.title)
            lines += wrapped(column.title, .bold, headWidth)
            if let author = column.author { lines += wrapped(author, .dim, headWidth) }
            body = column.summary.map { Article(body: $0, format: .html) }
        }
        while let cover, lines.count < cover.request.rows { lines.append(StyledText("")) }
        lines.append(StyledText(""))
        guard let body else { return ArticlePage(lines: lines, cover: cover) }
        let document = ArticleDocument(body)
        var text = document.lines(options).map { StyledText(rendered: $0) }
        // Many articles begin with their own title, which stands above already.
        var offset = lines.count
        if let head = text.first?.plain, head == lines.first?.plain || head == title {
            text.removeFirst()
            offset -= 1
            if text.first?.pieces.isEmpty == true {
                text.removeFirst()
                offset -= 1
            }
        }
        var page = ArticlePage(lines: lines + text, cover: cover)
        if case .episode(let id) = subject, let duration,
            let along = try? await library.readAlong(of: id, duration: duration)
        {
            for piece in along.pieces where piece.isEstimated {
                let from = page.spoken.last?.line ?? lines.count
                guard let found = page.lines(saying: piece.text, from: from) else { continue }
                page.spoken.append(.init(line: found.lowerBound, time: piece.start))
                // Each is looked for in the whole rest, which is too much in books.
                if page.spoken.count > 400 { break }
            }
        }
        let starts = document.lineStarts(options).map { max(0, $0 + offset) }
        page.starts = starts
        page.stamps = duration.map { stamps(in: text, from: lines.count, upTo: $0) } ?? []
        page.place = place > 0 && place < starts.count ? starts[place] : 0
        return page
    }

    private func cover(of subject: ArticleState.Subject, _ request: PictureRequest?) async -> Cover?
    {
        guard let request, let path = await covers.keptFile(of: subject) else { return nil }
        return Cover(path: path, request: request)
    }

    /// The times in some lines.
    private func stamps(in lines: [StyledText], from first: Int, upTo duration: Duration)
        -> [ArticlePage.Stamp]
    {
        lines.enumerated().flatMap { index, line -> [ArticlePage.Stamp] in
            let text = line.plain
            // Most lines have none; that is seen fast.
            guard text.utf8.contains(0x3A) || text.contains("：") else { return [] }
            return TimeMark.marks(in: text).filter { $0.time < duration }.map { mark in
                let bytes = Array(text.utf8)
                let before = String(decoding: bytes[..<mark.range.lowerBound], as: UTF8.self)
                let word = String(decoding: bytes[mark.range], as: UTF8.self)
                let start = TextWidth.of(before)
                return .init(
                    line: first + index, cells: start..<start + TextWidth.of(word),
                    time: mark.time)
            }
        }
    }

    private func wrapped(_ text: String, _ style: TextStyle, _ width: Int) -> [StyledText] {
        LineWrapper(width: width).wrap(SafeText.line(text)).map { StyledText($0, style) }
    }

    private func facts(_ episode: Episode, _ column: Column?) -> String {
        let length = episode.duration.map { NumberText.duration($0) }
        return [column?.title, length].compactMap(\.self).joined(separator: "  ")
    }
}
