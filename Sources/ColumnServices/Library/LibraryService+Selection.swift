public import ColumnModel
import ColumnStore

extension LibraryService {
    /// How many candidates an ambiguous text shows at most.
    private static let candidateLimit = 20

    /// The column that a text names: by number, address, or words of the title.
    public func column(named text: String) async throws(LibraryError) -> Column {
        let found = try await columns(matching: text)
        return try Self.one(
            of: found, .column, text, isExact: { $0.title == text }, candidate: { .column($0) })
    }

    /// The episode that a text names: by number, guid, address, or words of the title.
    public func episode(named text: String) async throws(LibraryError) -> Episode {
        let found = try await episodes(matching: text)
        return try Self.one(
            of: found, .episode, text, isExact: { $0.title == text }, candidate: { .episode($0) })
    }

    /// The episode or column that a text names; a bare number means the episode, if there is one.
    public func subject(named text: String) async throws(LibraryError) -> Candidate {
        let episodes = try await episodes(matching: text, withAudio: true)
        if Int64(text) != nil, let episode = episodes.first {
            return .episode(episode)
        }
        let found =
            try await columns(matching: text).map(Candidate.column)
            + episodes.map(Candidate.episode)
        return try Self.one(
            of: found, .episodeOrColumn, text, isExact: { $0.title == text }, candidate: { $0 })
    }
}

extension LibraryService {
    private func columns(matching text: String) async throws(LibraryError) -> [Column] {
        let all = try await columns()
        if let number = Int64(text) {
            return all.filter { $0.id.rawValue == number }
        }
        let address = FeedAddress(text)?.url
        let exact = all.filter { $0.url == text || $0.url == address || $0.link == text }
        if !exact.isEmpty { return exact }
        let words = Self.words(of: text)
        guard !words.isEmpty else { return [] }
        return all.filter { column in
            let title = column.title.lowercased()
            return words.allSatisfy { title.contains($0) }
        }
    }

    /// - Parameter withAudio: whether the newest one shall be one that can be heard.
    private func episodes(matching text: String, withAudio: Bool = false)
        async throws(LibraryError) -> [Episode]
    {
        if let number = Int64(text),
            let episode = try await episode(EpisodeID(rawValue: number))
        {
            return [episode]
        }
        let identified = try await ask { (store) throws(StoreError) in
            try await store.episodes(identifiedBy: text)
        }
        if !identified.isEmpty { return try await episodes(identified) }
        let words = Self.words(of: text)
        // An address that nothing has is no title: to read all of a large library for it takes a second.
        guard !words.isEmpty, Int64(text) == nil, !text.contains("://") else { return [] }
        let titled = try await ask { (store) throws(StoreError) in
            try await store.episodes(titled: words, limit: Self.candidateLimit + 1)
        }
        // Words that say which one of all, where no title has them.
        guard titled.isEmpty, ["newest", "latest"].contains(text.lowercased()) else {
            return titled
        }
        var request = EpisodeRequest(.episodes)
        request.order = .newest
        request.limit = withAudio ? 100 : 1
        let newest = try await episodes(request)
        return (newest.first { !withAudio || $0.enclosure != nil } ?? newest.first).map { [$0] }
            ?? []
    }

    private static func words(of text: String) -> [String] {
        text.lowercased().split { $0.isWhitespace }.map(String.init)
    }

    /// The only one, or the only one whose whole title it is.
    private static func one<Value>(
        of found: [Value], _ kind: SubjectKind, _ text: String, isExact: (Value) -> Bool,
        candidate: (Value) -> Candidate
    ) throws(LibraryError) -> Value {
        if found.count == 1 { return found[0] }
        let exact = found.filter(isExact)
        if exact.count == 1 { return exact[0] }
        guard !found.isEmpty else { throw .notFound(kind, text) }
        throw .ambiguous(kind, text, found.prefix(candidateLimit).map(candidate))
    }
}

extension Candidate {
    /// The title of whichever it is.
    public var title: String {
        switch self {
        case .column(let column): column.title
        case .episode(let episode): episode.title
        }
    }
}
