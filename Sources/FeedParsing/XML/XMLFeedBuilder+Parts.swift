import ColumnModel
import XMLKit

// Elements with an inner life of their own: text, people, pictures, media, chapters, kept data.
extension XMLFeedBuilder {
    // MARK: Text

    mutating func beginLeaf(_ tag: FeedTag, _ reader: borrowing XMLReader) {
        push(.leaf, tag, reader)
        guard tag.namespace == .atom || tag.term == .content else {
            leaf.reset(isHTML: tag.namespace == .content || tag.term == .description)
            return
        }
        let type = reader.attribute("type")?.trimmingSpaces.lowercased() ?? ""
        let mode = reader.attribute("mode")?.lowercased() ?? ""
        if mode == "base64" || isBinary(type, tag) {
            leaf.reset(kind: .base64)
        } else if type == "xhtml" {
            leaf.reset(kind: .markup, isHTML: true, unwrapsDiv: true)
        } else if mode == "xml" || type.contains("xml") {
            leaf.reset(kind: .markup, isHTML: true, unwrapsDiv: feed.version == "1.0")
        } else {
            leaf.reset(isHTML: type.contains("html") || mode == "escaped")
        }
    }

    /// Atom 1.0: content of a type that is neither text nor XML is base64.
    private func isBinary(_ type: String, _ tag: FeedTag) -> Bool {
        type.contains("/") && !type.hasPrefix("text/") && !type.hasSuffix("xml")
            && tag.term != .link && feed.version == "1.0"
    }

    mutating func beginMarkup(_ tag: FeedTag, _ reader: borrowing XMLReader) {
        push(.leaf, tag, reader)
        leaf.reset(kind: .markup, isHTML: true)
    }

    mutating func startInLeaf(_ tag: FeedTag, _ reader: borrowing XMLReader) {
        switch (tag.namespace, tag.term) {
        case (.core, .item), (.atom, .entry), (.atom, .item):
            // A text element that was never closed: the next episode ends it, and its own.
            while frames.count > 1, top.container == .leaf || top.container == .item {
                finish(frames.removeLast())
            }
            if top.container == .channel || top.container == .root {
                startItem(tag, reader)
            }
        default:
            leaf.startChild(tag, reader)
        }
    }

    mutating func endInLeaf(_ reader: borrowing XMLReader) {
        leaf.endChild(reader)
    }

    // MARK: People

    mutating func beginPerson(_ tag: FeedTag, _ reader: borrowing XMLReader) {
        push(.person, tag, reader)
        person = PersonDraft()
        imageText.removeAll(keepingCapacity: true)
    }

    mutating func startInPerson(_ tag: FeedTag, _ reader: borrowing XMLReader) {
        switch tag.term {
        case .name, .email: beginLeaf(tag, reader)
        default: push(.skipped, tag, reader)
        }
    }

    mutating func assignToPerson(_ tag: FeedTag) {
        if tag.term == .name {
            person.name = person.name ?? leaf.line
        } else {
            person.email = person.email ?? leaf.line
        }
    }

    mutating func finishPerson(_ tag: FeedTag) {
        guard let text = person.text ?? LeafText.trimmed(imageText[...]) else { return }
        let isInItem = top.container == .item
        switch (tag.namespace, tag.term) {
        case (.itunes, .unknown): feedDraft.ownerName = feedDraft.ownerName ?? person.name
        case (.itunes, _), (.googlePlay, _):
            if isInItem {
                draft.itunesAuthor = draft.itunesAuthor ?? text
            } else {
                feedDraft.itunesAuthor = feedDraft.itunesAuthor ?? text
            }
        default:
            if isInItem {
                draft.episode.author = draft.episode.author ?? text
            } else {
                feed.author = feed.author ?? text
            }
        }
    }

    // MARK: Pictures

    mutating func beginImage(_ tag: FeedTag, _ reader: borrowing XMLReader) {
        push(.image, tag, reader)
        imageText.removeAll(keepingCapacity: true)
        imageURL = reader.attribute("href") ?? reader.attribute("url")
        isOwnImage = tag.namespace != .core
    }

    mutating func startInImage(_ tag: FeedTag, _ reader: borrowing XMLReader) {
        switch tag.term {
        case .url, .href: beginLeaf(tag, reader)
        default: push(.skipped, tag, reader)
        }
    }

    mutating func finishImage() {
        let text = LeafText.trimmed(imageText[...])
        let written = text.flatMap { URLReference.hasScheme($0) ? $0 : nil }
        guard let url = imageURL?.trimmingSpaces ?? written, !url.isEmpty,
            charge(url.utf8.count)
        else { return }
        takeImage(resolve(url), isOwn: isOwnImage)
    }

    /// Takes `itunes:link rel="image"`.
    mutating func takeImageLink(_ reader: borrowing XMLReader) {
        if reader.attribute("rel")?.lowercased() == "image", let href = reader.attribute("href") {
            takeImage(resolve(href), isOwn: true)
        }
    }

    private mutating func takeImage(_ url: String, isOwn: Bool) {
        if frames.contains(where: { $0.container == .item }) {
            if isOwn {
                draft.itunesImage = draft.itunesImage ?? url
            } else {
                draft.episode.imageURL = draft.episode.imageURL ?? url
            }
        } else if isOwn {
            feedDraft.itunesImage = feedDraft.itunesImage ?? url
        } else {
            feed.imageURL = feed.imageURL ?? url
        }
    }

    // MARK: Media RSS

    mutating func startInMediaGroup(_ tag: FeedTag, _ reader: borrowing XMLReader) {
        switch (tag.namespace, tag.term) {
        case (.media, .group): push(.mediaGroup, tag, reader)
        case (.media, .content):
            push(.mediaGroup, tag, reader)
            takeMediaContent(reader)
        case (.media, .thumbnail):
            push(.skipped, tag, reader)
            if let url = reader.attribute("url"), charge(url.utf8.count) {
                draft.thumbnail = draft.thumbnail ?? resolve(url)
            }
        case (.media, .title), (.media, .description): beginLeaf(tag, reader)
        default: push(.skipped, tag, reader)
        }
    }

    private mutating func takeMediaContent(_ reader: borrowing XMLReader) {
        guard let url = reader.attribute("url")?.trimmingSpaces, !url.isEmpty,
            charge(url.utf8.count + 128)
        else { return }
        draft.episode.alternates.append(
            makeEnclosure(
                url, type: reader.attribute("type"), length: reader.attribute("filesize")))
        draft.mediaDuration =
            draft.mediaDuration
            ?? reader.attribute("duration").flatMap { DurationParser.duration(from: $0) }
    }

    mutating func assignToMedia(_ tag: FeedTag) {
        assignToItem(tag)
    }

    // MARK: Chapters

    mutating func startInChapters(_ tag: FeedTag, _ reader: borrowing XMLReader) {
        push(.skipped, tag, reader)
        guard tag.term == .chapter,
            let start = reader.attribute("start").flatMap({ DurationParser.duration(from: $0) })
        else { return }
        let title = reader.attribute("title") ?? ""
        guard charge(title.utf8.count + 128) else { return }
        draft.episode.chapters.append(
            Chapter(
                start: start, title: title, url: reader.attribute("href").map { resolve($0) },
                imageURL: reader.attribute("image").map { resolve($0) }))
    }

    // MARK: Kept data

    /// What a kept element takes in memory beside its texts.
    private static let keptCost = 400

    mutating func beginKept(_ tag: FeedTag, _ reader: borrowing XMLReader) {
        guard charge(Self.keptCost) else { return push(.skipped, tag, reader) }
        push(.kept, tag, reader)
        kept.removeAll()
        leaf.reset()
        kept.append(makeKept(tag, reader))
    }

    mutating func startKept(_ tag: FeedTag, _ reader: borrowing XMLReader) {
        guard kept.count < 16, charge(Self.keptCost) else { return push(.skipped, tag, reader) }
        flushKeptText()
        push(.kept, tag, reader)
        kept.append(makeKept(tag, reader))
    }

    mutating func finishKept() {
        flushKeptText()
        guard let done = kept.popLast() else { return }
        if kept.isEmpty {
            if top.container == .item {
                draft.episode.extensions.append(done)
            } else {
                feed.extensions.append(done)
            }
        } else {
            kept[kept.count - 1].children.append(done)
        }
    }

    private mutating func flushKeptText() {
        if let text = leaf.trimmed, charge(text.utf8.count), let last = kept.indices.last {
            kept[last].text += text
        }
        leaf.bytes.removeAll(keepingCapacity: true)
    }

    private mutating func makeKept(_ tag: FeedTag, _ reader: borrowing XMLReader) -> ParsedExtension
    {
        let prefix =
            switch tag.namespace {
            case .podcast: "podcast:"
            case .itunes: "itunes:"
            case .history: "fh:"
            case .media: "media:"
            case .atom: "atom:"
            default: ""
            }
        var made = ParsedExtension(name: prefix + reader.writtenLocalName)
        for index in 0..<min(reader.attributeCount, 64) {
            let name = reader.attributeName(index)
            let value = reader.attributeValue(index)
            guard !name.hasPrefix("xmlns"), charge(name.utf8.count + value.utf8.count + 100) else {
                continue
            }
            let local = name.split(separator: ":").last.map(String.init) ?? name
            made.attributes.append(.init(name: local, value: value))
        }
        return made
    }
}
