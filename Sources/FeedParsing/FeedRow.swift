import ColumnModel
import JSONKit

/// Writes what the parser makes of one file as one line of JSON, for bug reports and conformance.
public enum FeedRow {
    /// Writes the line for a file, with its line feed, piece by piece, so that memory stays bounded.
    ///
    /// The source fills buffers and gives 0 at its end; `headers` are the lines of an HTTP
    /// response's header, of which Content-Type and Content-Location count. Throws what the
    /// closures throw; a file that is no feed is a row without a kind.
    public static func write(
        from source: (UnsafeMutableRawBufferPointer) throws -> Int, headers: String? = nil,
        file: String, to sink: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        let known = headers.map { hints(fromHeaders: $0) } ?? FeedHints()
        var entries = JSONWriter()
        entries.raw("{\"file\":")
        entries.string(file)
        entries.raw(",\"entries\":[")
        var feed: ParsedFeed?
        do {
            feed = try parseFeed(from: source, hints: known) { episode in
                write(episode, to: &entries)
                if entries.utf8.count > 64 << 10 {
                    try flush(&entries, to: sink)
                }
            }
        } catch is FeedParsingError {
            feed = nil
        }
        entries.raw("],")
        write(feed, to: &entries)
        entries.raw("}\n")
        try flush(&entries, to: sink)
    }

    /// The line for a file's bytes, without its line feed.
    public static func line(for bytes: [UInt8], headers: String? = nil, file: String) -> String {
        var line: [UInt8] = []
        var start = 0
        do {
            try write(
                from: { buffer in
                    let count = min(buffer.count, bytes.count - start)
                    buffer.copyBytes(from: bytes[start..<start + count])
                    start += count
                    return count
                }, headers: headers, file: file, to: { line.append(contentsOf: $0) })
        } catch {
            // Neither closure throws.
            return ""
        }
        return String(decoding: line.dropLast(), as: UTF8.self)
    }

    private static func flush(
        _ writer: inout JSONWriter, to sink: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        try writer.utf8.withUnsafeBufferPointer { try sink($0) }
        writer.forgetText()
    }

    /// What the lines of an HTTP response's header say.
    public static func hints(fromHeaders text: String) -> FeedHints {
        var hints = FeedHints()
        for line in text.split(whereSeparator: { $0.isNewline }) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = String(line[line.index(after: colon)...]).trimmingSpaces
            switch line[..<colon].lowercased() {
            case "content-type": hints.contentType = value
            case "content-location": hints.baseURL = value
            default: break
            }
        }
        return hints
    }
}

// MARK: - Writing

extension FeedRow {
    private static func write(_ feed: ParsedFeed?, to writer: inout JSONWriter) {
        writer.member("kind", feed.flatMap { $0.kind == .cdf ? nil : $0.kind.rawValue })
        writer.member("version", feed.flatMap { version(of: $0) })
        writer.member("encoding", feed?.encoding)
        writer.key("feed")
        writer.object { writer in
            if let feed {
                write(feed, to: &writer)
            }
        }
    }

    private static func version(of feed: ParsedFeed) -> String? {
        let digits = feed.version.map { $0.filter { $0 != "." } }
        switch feed.kind {
        case .rss: return "rss" + (digits ?? "")
        case .rdf: return "rss" + (digits ?? "")
        case .atom: return "atom" + (digits ?? "")
        case .json: return feed.version
        case .cdf: return nil
        }
    }

    private static func write(_ feed: ParsedFeed, to writer: inout JSONWriter) {
        writer.member("title", collapsed(feed.titleMarkup ?? feed.title))
        writer.member("link", collapsed(feed.link))
        writer.member("description", collapsed(feed.summary, limit: 1_000))
        writer.member("language", collapsed(feed.language))
        writer.member("author", collapsed(feed.author))
        writer.member("image", collapsed(feed.imageURL))
        writer.member("explicit", feed.isExplicit)
        writer.key("ext")
        writer.object { writer in
            write(feed.extensions, to: &writer)
            if let seconds = feed.refreshInterval?.components.seconds {
                writer.member("ttl", seconds / 60)
            }
            writer.member("itunes_new_feed_url", feed.newFeedURL)
            writer.member("itunes_type", feed.isSerial.map { $0 ? "serial" : "episodic" })
        }
    }

    private static func write(_ episode: ParsedEpisode, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", collapsed(episode.guid))
            writer.member("title", collapsed(episode.titleMarkup ?? episode.title))
            writer.member("link", collapsed(episode.link))
            writer.member("published", episode.published?.secondsSince1970)
            writer.member("summary", collapsed(episode.summary, limit: 1_000))
            writer.member("content0", collapsed(episode.content?.body, limit: 1_000))
            writer.key("enclosures")
            writer.array { writer in
                for enclosure in episode.enclosures {
                    writer.object { writer in
                        writer.member("url", collapsed(enclosure.url))
                        writer.member("type", enclosure.type)
                        writer.member("length", enclosure.length)
                    }
                }
            }
            writer.member("duration", episode.duration?.components.seconds)
            writer.member("episode", episode.number)
            writer.member("season", episode.season)
            writer.member("episode_type", episode.type)
            writer.member("explicit", episode.isExplicit)
            writer.member("image", collapsed(episode.imageURL))
            writer.key("ext")
            writer.object { writer in
                write(episode.extensions, to: &writer)
                if !episode.chapters.isEmpty {
                    write(episode.chapters, to: &writer)
                }
            }
        }
    }

    private static func write(_ chapters: [Chapter], to writer: inout JSONWriter) {
        writer.key("psc")
        writer.array { writer in
            for chapter in chapters {
                let (seconds, attoseconds) = chapter.start.components
                writer.object { writer in
                    writer.member(
                        "start", "\(seconds).\(attoseconds / 100_000_000_000_000_000)")
                    writer.member("title", collapsed(chapter.title))
                    writer.member("href", chapter.url)
                    writer.member("image", chapter.imageURL)
                }
            }
        }
    }

    /// Kept elements, those of one name together, as arrays of their attributes.
    private static func write(_ kept: [ParsedExtension], to writer: inout JSONWriter) {
        var names: [String] = []
        for element in kept where !names.contains(element.name) && names.count < 64 {
            names.append(element.name)
        }
        for name in names {
            writer.key(
                name == "atom:link"
                    ? "atom_links" : name.split(separator: ":").last.map(String.init) ?? name)
            writer.array { writer in
                for element in kept where element.name == name {
                    write(element, to: &writer)
                }
            }
        }
    }

    private static func write(_ element: ParsedExtension, to writer: inout JSONWriter) {
        let textKey =
            switch element.name {
            case "podcast:person": "name"
            case "podcast:soundbite", "podcast:trailer": "title"
            default: "text"
            }
        writer.object { writer in
            for attribute in element.attributes where attribute.name != textKey {
                writer.member(
                    attribute.name == "startTime" ? "start" : attribute.name, attribute.value)
            }
            if !element.text.isEmpty {
                writer.member(textKey, collapsed(element.text, limit: 1_000))
            }
            if element.children.contains(where: { $0.name == "podcast:source" }) {
                writer.key("sources")
                writer.array { writer in
                    for child in element.children where child.name == "podcast:source" {
                        writer.string(child.attribute("uri"))
                    }
                }
            }
        }
    }

    /// A text with outer white space cut and inner runs made one space; nil when empty.
    static func collapsed(_ text: String?, limit: Int = .max) -> String? {
        guard var text else { return nil }
        let kept = text.withUTF8 { WhiteSpace.collapsed($0, limit: limit) }
        return kept.isEmpty ? nil : String(decoding: kept, as: UTF8.self)
    }
}
