public import ColumnModel
import JSONKit
import XMLKit

/// Reads a feed of any kind piece by piece and hands over its episodes one by one.
///
/// Memory is bounded whatever the bytes say, time is linear in them. Damage is no error: what came
/// before it is handed over, and the feed's `problems` say that it is not the whole list.
public struct FeedParser: ~Copyable {
    /// The most bytes of a feed, unpacked, that are read.
    public static let maximumBytes = 512 << 20

    private enum Format {
        case undecided
        case xml
        case json
    }

    private static let batchLength = 32 << 10

    private let hints: FeedHints
    private var raw: [UInt8] = []
    private var isTransportKnown = false
    private var inflater: GzipInflater?
    private var plain: [UInt8] = []
    private var decoder: TextDecoder?
    private var encoding: TextEncoding?
    private var decoded: [UInt8] = []
    private var format = Format.undecided
    private var xml: XMLFeedBuilder
    private var xmlReader = XMLReader()
    private var json: JSONFeedBuilder
    private var jsonReader = JSONReader()
    private var isJSONOver = false
    private var count = 0
    private var isBinary = false
    private var isEmpty = true
    private var isOverLimit = false
    private var isPackedDataCut = false
    private var hasReplaced = false

    /// Makes a parser of one feed.
    public init(hints: FeedHints = FeedHints()) {
        self.hints = hints
        xml = XMLFeedBuilder(hints: hints)
        json = JSONFeedBuilder(hints: hints)
    }

    /// Reads the next bytes; episodes that end in them are handed over before it returns.
    ///
    /// Throws only what the closure throws.
    public mutating func append(
        _ bytes: UnsafeBufferPointer<UInt8>, onEpisode: (ParsedEpisode) throws -> Void
    ) throws {
        if isTransportKnown {
            return try unpack(bytes, onEpisode)
        }
        raw.append(contentsOf: bytes)
        if raw.count >= 3 {
            try settleTransport(onEpisode)
        }
    }

    /// Reads what is left and gives what the feed says of itself.
    ///
    /// Throws `FeedParsingError` for what is no feed, and what the closure throws.
    public mutating func finish(
        onEpisode: (ParsedEpisode) throws -> Void
    ) throws -> ParsedFeed {
        if !isTransportKnown {
            try settleTransport(onEpisode)
        }
        try decode(isLast: true, onEpisode)
        switch format {
        case .json:
            guard json.isFeed else { throw FeedParsingError.notAFeed(.json) }
            return finishJSON()
        case .xml where xml.hasRoot && !xml.isSample:
            return finishXML()
        case .xml, .undecided:
            throw refusal()
        }
    }
}

// MARK: - Stages

extension FeedParser {
    /// Decides by the first bytes whether they are packed although nobody asked for it.
    private mutating func settleTransport(_ onEpisode: (ParsedEpisode) throws -> Void) throws {
        isTransportKnown = true
        let first = raw
        raw = []
        try first.withUnsafeBufferPointer { bytes in
            if GzipInflater.isPacked(bytes) {
                inflater = GzipInflater()
            }
            try unpack(bytes, onEpisode)
        }
    }

    private mutating func unpack(
        _ bytes: UnsafeBufferPointer<UInt8>, _ onEpisode: (ParsedEpisode) throws -> Void
    ) throws {
        guard !isOverLimit else { return }
        guard var packed = inflater.take() else {
            return try takePlain(bytes, onEpisode)
        }
        // Put back before a throw, so that the parser stays whole.
        var failure: (any Error)?
        packed.inflate(bytes) { piece in
            guard failure == nil else { return }
            do {
                try takePlain(piece, onEpisode)
            } catch {
                failure = error
            }
        }
        isPackedDataCut = !packed.isFinished
        inflater = consume packed
        if let failure {
            throw failure
        }
    }

    private mutating func takePlain(
        _ bytes: UnsafeBufferPointer<UInt8>, _ onEpisode: (ParsedEpisode) throws -> Void
    ) throws {
        count += bytes.count
        guard count <= Self.maximumBytes else {
            isOverLimit = true
            return
        }
        plain.append(contentsOf: bytes)
        let wanted = encoding == nil ? EncodingDetector.prefixLength : Self.batchLength
        if plain.count >= wanted {
            try decode(isLast: false, onEpisode)
        }
    }

    private mutating func decode(
        isLast: Bool, _ onEpisode: (ParsedEpisode) throws -> Void
    ) throws {
        var skipped = 0
        if encoding == nil {
            let decision = plain.withUnsafeBufferPointer { bytes in
                isBinary = BinarySignature.matches(bytes)
                return EncodingDetector.decide(
                    prefix: bytes, isWhole: isLast, charset: hints.charset)
            }
            skipped = decision.markLength
            encoding = decision.encoding
            decoder = TextDecoder(encoding: decision.encoding)
        }
        guard !isBinary else {
            plain.removeAll(keepingCapacity: true)
            isEmpty = false
            return
        }
        plain.withUnsafeBufferPointer { bytes in
            decoder?.decode(
                UnsafeBufferPointer(rebasing: bytes[skipped...]), isLast: isLast, into: &decoded)
        }
        hasReplaced = decoder?.hasReplaced ?? false
        plain.removeAll(keepingCapacity: true)
        if format == .undecided {
            settleFormat(isLast: isLast)
        }
        switch format {
        case .undecided: break
        case .xml: try readXML(isLast: isLast, onEpisode)
        case .json: try readJSON(isLast: isLast, onEpisode)
        }
    }

    private mutating func settleFormat(isLast: Bool) {
        let blank: (UInt8) -> Bool = { $0 <= 32 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        guard let first = decoded.first(where: { !blank($0) }) else {
            decoded.removeAll(keepingCapacity: true)
            return
        }
        isEmpty = false
        format = first == UInt8(ascii: "{") ? .json : .xml
        if format == .json, let start = decoded.firstIndex(of: first) {
            decoded.removeSubrange(..<start)
        }
    }

    private mutating func readXML(
        isLast: Bool, _ onEpisode: (ParsedEpisode) throws -> Void
    ) throws {
        decoded.withUnsafeBufferPointer { xmlReader.append($0) }
        decoded.removeAll(keepingCapacity: true)
        if isLast {
            xmlReader.finish()
        }
        while true {
            let event = xmlReader.next()
            if event == .needsInput || event == .endOfDocument {
                return
            }
            xml.take(event, xmlReader)
            if var episode = xml.finished {
                xml.finished = nil
                episode.isCut = xmlReader.isClosingCutElements
                try onEpisode(episode)
            }
        }
    }

    private mutating func readJSON(
        isLast: Bool, _ onEpisode: (ParsedEpisode) throws -> Void
    ) throws {
        guard !isJSONOver else {
            decoded.removeAll(keepingCapacity: true)
            return
        }
        decoded.withUnsafeBufferPointer { jsonReader.append($0) }
        decoded.removeAll(keepingCapacity: true)
        if isLast {
            jsonReader.finish()
        }
        while true {
            let event = jsonReader.next()
            if event == .needsInput {
                return
            }
            guard json.take(event, jsonReader) else {
                isJSONOver = true
                return
            }
            if let episode = json.finished {
                json.finished = nil
                try onEpisode(episode)
            }
        }
    }
}

// MARK: - The end

extension FeedParser {
    private func finishXML() -> ParsedFeed {
        var feed = xml.makeFeed()
        feed.problems = xmlReader.damage.map { damage in
            switch damage.kind {
            case .mismatchedTag:
                FeedProblem(kind: .malformed, line: damage.line, detail: "mismatched end tag")
            case .unterminated:
                FeedProblem(kind: .malformed, line: damage.line, detail: "unterminated markup")
            case .openElements:
                FeedProblem(kind: .truncated, line: damage.line, detail: "elements left open")
            case .overLimit:
                FeedProblem(kind: .tooLarge, line: damage.line, detail: "limits of markup exceeded")
            }
        }
        if xml.isCut {
            feed.problems.append(FeedProblem(kind: .tooLarge, line: 0, detail: "text cut"))
        }
        return addingCommonProblems(feed)
    }

    private func finishJSON() -> ParsedFeed {
        var feed = json.feed
        if !json.isWhole {
            feed.problems.append(
                FeedProblem(kind: .truncated, line: 0, detail: "JSON ends or breaks early"))
        }
        if json.isCut {
            feed.problems.append(FeedProblem(kind: .tooLarge, line: 0, detail: "text cut"))
        }
        return addingCommonProblems(feed)
    }

    private func addingCommonProblems(_ feed: ParsedFeed) -> ParsedFeed {
        var feed = feed
        feed.encoding = encoding?.name
        if hasReplaced {
            feed.problems.append(
                FeedProblem(kind: .undecodable, line: 0, detail: "bytes replaced"))
        }
        if isOverLimit {
            feed.problems.append(FeedProblem(kind: .tooLarge, line: 0, detail: "document cut"))
        }
        if isPackedDataCut {
            feed.problems.append(
                FeedProblem(kind: .truncated, line: 0, detail: "packed data ends early"))
        }
        return feed
    }

    private func refusal() -> FeedParsingError {
        if isBinary {
            return .notAFeed(.binary)
        }
        if isEmpty {
            return .empty
        }
        switch xml.firstElement {
        case _ where xml.isPage: return .notAFeed(.webPage)
        case "head", "body", "meta", "script", "title", "div":
            return .notAFeed(.webPage)
        case "opml": return .notAFeed(.opml)
        case let root?: return .notAFeed(.xml(root: root))
        case nil: return .notAFeed(.text)
        }
    }
}
