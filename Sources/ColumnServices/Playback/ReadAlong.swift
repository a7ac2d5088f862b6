import ArticleText
public import ColumnModel
import ColumnStore
import FeedParsing
import PlaybackRules

/// What is said in an episode, to be followed while it plays: a transcript, else its article.
public struct ReadAlong: Sendable, Equatable {
    /// One piece: a cue of the transcript, or a paragraph.
    public struct Piece: Sendable, Equatable {
        /// Which one of all, from 0.
        public let index: Int
        /// Where it begins, in media time.
        public let start: Duration
        /// Where it ends; nil: with the episode.
        public let end: Duration?
        /// Who speaks, where that is known.
        public let speaker: String?
        /// What is said; plain text.
        public let text: String
        /// Whether its times are a guess from the lengths of the paragraphs.
        public let isEstimated: Bool
    }

    /// All pieces, by their beginnings.
    public let pieces: [Piece]

    /// The piece that is heard at a media time; nil before the first, in a gap, and after the last.
    public func piece(at time: Duration) -> Piece? {
        var (low, high) = (0, pieces.count)
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let piece = pieces[low - 1]
        if let end = piece.end, time >= end { return nil }
        return piece
    }

    /// Where a piece begins, to jump there; nil where there is no such one.
    public func start(of index: Int) -> Duration? {
        pieces.indices.contains(index) ? pieces[index].start : nil
    }

    /// A transcript's cues that have times; nil without any.
    init?(_ transcript: Transcript) {
        let timed = transcript.cues.filter { $0.start != nil && !$0.text.isEmpty }
            .sorted { ($0.start ?? .zero) < ($1.start ?? .zero) }
        guard !timed.isEmpty else { return nil }
        pieces = timed.enumerated().map { index, cue in
            let next = index + 1 < timed.count ? timed[index + 1].start : nil
            return Piece(
                index: index, start: cue.start ?? .zero, end: cue.end ?? next,
                speaker: cue.speaker, text: cue.text, isEstimated: false)
        }
    }

    /// Paragraphs, spread over the length of the episode; nil without any.
    ///
    /// - Parameters:
    ///   - texts: the paragraphs, or the cues of a transcript without times.
    ///   - marks: times that stand at the beginning of paragraphs.
    ///   - silences: where nothing is said, as measured in the sound.
    init?(
        paragraphs texts: [String], duration: Duration, marks: [Int: Duration] = [:],
        silences: [Range<Duration>] = []
    ) {
        guard !texts.isEmpty, duration > .zero else { return nil }
        // What is silent at both ends is no speech.
        var speech = Duration.zero..<duration
        if let first = silences.first, first.lowerBound < .milliseconds(100),
            first.upperBound < duration / 2
        {
            speech = first.upperBound..<duration
        }
        if let last = silences.last, duration - last.upperBound < .milliseconds(300),
            last.lowerBound > duration / 2
        {
            speech = speech.lowerBound..<last.lowerBound
        }
        var map = ReadAlongMap(lengths: texts.map(SpokenLength.of), speech: speech)
        for (index, time) in marks.sorted(by: { $0.key < $1.key }) where time < duration {
            map.fix(paragraph: index, at: time)
        }
        map.correct(by: silences)
        pieces = texts.enumerated().map { index, text in
            Piece(
                index: index, start: map.time(ofParagraph: index),
                end: map.time(ofParagraph: index + 1), speaker: nil, text: text,
                isEstimated: true)
        }
    }
}

extension LibraryService {
    /// What can be followed while an episode plays: its transcript that is kept, else its article.
    ///
    /// Nil where there is neither, or where only an article is there and the length is unknown. Asks
    /// no network.
    public func readAlong(
        of id: EpisodeID, duration: Duration?, silences: [Range<Duration>] = []
    ) async throws(LibraryError) -> ReadAlong? {
        let attachments = try await ask { (store) throws(StoreError) in
            try await store.attachments(of: id)
        }
        var untimed: [String] = []
        for attachment in attachments where attachment.kind == .transcript {
            guard let body = attachment.body,
                let transcript = TranscriptParser.transcript(
                    from: body, contentType: attachment.type)
            else { continue }
            if let found = ReadAlong(transcript) { return found }
            if untimed.isEmpty { untimed = transcript.cues.map(\.text) }
        }
        guard let duration else { return nil }
        let silences = silences.isEmpty ? await keptPauses(of: id) : silences
        if !untimed.isEmpty {
            return ReadAlong(paragraphs: untimed, duration: duration, silences: silences)
        }
        guard let article = try await article(of: id) else { return nil }
        let document = ArticleDocument(article)
        let paragraphs = document.plainText().split(separator: "\n").map(String.init)
            .filter { !$0.allSatisfy(\.isWhitespace) }
        return ReadAlong(
            paragraphs: paragraphs, duration: duration, marks: Self.marks(of: paragraphs),
            silences: silences)
    }

    /// The pauses that were found in an episode's file.
    private func keptPauses(of id: EpisodeID) async -> [Range<Duration>] {
        let facts = try? await ask { (store) throws(StoreError) in try await store.fileFacts(of: id)
        }
        return (facts ?? nil)?.pauses.map(PauseList.pauses) ?? []
    }

    /// The times that stand at the beginning of paragraphs, as far as they ascend.
    private static func marks(of paragraphs: [String]) -> [Int: Duration] {
        var marks: [Int: Duration] = [:]
        var last = Duration.zero
        for (index, text) in paragraphs.enumerated() {
            guard
                let mark = ArticleDocument(text: text).timeMarks().first(where: \.isAtEdge),
                mark.time >= last
            else { continue }
            marks[index] = mark.time
            last = mark.time
        }
        return marks.count > 1 ? marks : [:]
    }
}
