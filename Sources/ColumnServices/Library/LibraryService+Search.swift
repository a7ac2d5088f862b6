import ArticleText
public import ColumnModel
import ColumnStore
import SQLiteKit

extension LibraryService {
    /// Episodes that a text finds, the best first, with a piece of text each.
    ///
    /// The text has words, "phrases", beginnings*, and the filters of `SearchFilter`; a `-` before any
    /// of them excludes. Throws `SearchError` for a text that means nothing, and `LibraryError`.
    ///
    /// - Parameters:
    ///   - column: only of this column.
    ///   - withSnippets: whether to cut pieces of text, which takes some milliseconds each.
    public func search(
        _ text: String, in column: ColumnID? = nil, limit: Int, withSnippets: Bool = true,
        now: Timestamp? = nil
    ) async throws -> SearchResult {
        var search = EpisodeSearch()
        let understood = try SearchText(text, now: now ?? .current())
        search.terms = understood.terms
        search.conditions = understood.conditions
        for (words, isExcluded) in understood.columns {
            let ids = try await columns(titled: words)
            guard !ids.isEmpty else { throw LibraryError.notFound(.column, words) }
            search.conditions.append((.columns(ids), isExcluded))
        }
        if let column { search.conditions.append((.columns([column]), false)) }
        search.limit = limit + 1
        var found = try await episodes(found: search)
        // Who types a beginning wants something rather than nothing.
        let isBroadened = found.isEmpty && search.terms.contains { !$0.isExcluded && !$0.isPrefix }
        if isBroadened {
            for index in search.terms.indices where !search.terms[index].isExcluded {
                search.terms[index].isPrefix = true
            }
            found = try await episodes(found: search)
        }
        let terms = search.terms.filter { !$0.isExcluded }
        let maker = SnippetMaker(
            matcher: TextMatcher(terms.map { ($0.text, $0.isPrefix || Self.isIdeographic($0)) }))
        var hits: [SearchHit] = []
        for episode in found.prefix(limit) {
            hits.append(try await hit(episode, maker, hasWords: withSnippets && !terms.isEmpty))
        }
        return SearchResult(
            hits: hits, hasMore: found.count > limit, isBroadened: isBroadened && !found.isEmpty)
    }

    private func episodes(found search: EpisodeSearch) async throws(LibraryError) -> [Episode] {
        try await ask { (store) throws(StoreError) in try await store.search(search) }
    }

    /// The columns whose number this is, or whose title contains all these words.
    private func columns(titled text: String) async throws(LibraryError) -> [ColumnID] {
        let all = try await columns()
        if let number = Int64(text) {
            return all.filter { $0.id.rawValue == number }.map(\.id)
        }
        let words = text.lowercased().split { $0.isWhitespace }
        return all.filter { column in
            let title = column.title.lowercased()
            return words.allSatisfy { title.contains($0) }
        }.map(\.id)
    }

    private static func isIdeographic(_ term: EpisodeSearch.Term) -> Bool {
        (term.text.unicodeScalars.last?.value ?? 0) >= 0x2E80
    }

    private func hit(_ episode: Episode, _ maker: SnippetMaker, hasWords: Bool)
        async throws(LibraryError) -> SearchHit
    {
        let title = maker.whole(episode.title)
        guard hasWords else {
            return SearchHit(episode: episode, title: title, snippet: nil, field: nil)
        }
        if let summary = episode.summary,
            let snippet = maker.snippet(of: ArticleDocument(html: summary).plainText())
        {
            return SearchHit(episode: episode, title: title, snippet: snippet, field: .notes)
        }
        if let article = try await article(of: episode.id),
            let snippet = maker.snippet(of: ArticleDocument(article).plainText())
        {
            return SearchHit(episode: episode, title: title, snippet: snippet, field: .article)
        }
        let transcript = try await ask { (store) throws(StoreError) in
            try await store.transcript(of: episode.id)
        }
        if let transcript, let snippet = maker.snippet(of: transcript) {
            return SearchHit(episode: episode, title: title, snippet: snippet, field: .transcript)
        }
        return SearchHit(episode: episode, title: title, snippet: nil, field: nil)
    }
}
