import ColumnModel
import XMLKit

// What stands in an episode.
extension XMLFeedBuilder {
    /// What an Atom link says beside its address.
    struct LinkRelation {
        var rel = ""
        var type: String?
        var length: String?

        init() {}

        init(_ reader: borrowing XMLReader) {
            rel = reader.attribute("rel")?.trimmingSpaces.lowercased() ?? ""
            type = reader.attribute("type")
            length = reader.attribute("length")
        }
    }

    mutating func startItem(_ tag: FeedTag, _ reader: borrowing XMLReader) {
        draft = EpisodeDraft()
        hasItems = true
        push(.item, tag, reader)
        if feed.kind == .cdf {
            draft.episode.link = reader.attribute("href").map { resolve($0) }
            draft.updated = reader.attribute("lastmod").flatMap { DateParser.timestamp(from: $0) }
        } else if feed.kind == .rdf {
            if feed.version == nil {
                feed.version = FeedVersion.rdf(reader.namespace(ofElement: reader.element))
            }
            draft.episode.guid = reader.attribute("rdf:about")
        }
    }

    mutating func startInItem(_ tag: FeedTag, _ reader: borrowing XMLReader) {
        switch (tag.namespace, tag.term) {
        case (.core, .item), (.atom, .entry), (.atom, .item):
            // The last one was never closed.
            finish(frames.removeLast())
            startItem(tag, reader)
        case (.core, .enclosure): takeEnclosure(tag, reader)
        case (.atom, .link): takeAtomLink(tag, reader, isInItem: true)
        case (.core, .link):
            if let href = reader.attribute("href"), reader.isEmptyElement {
                let relation = LinkRelation(reader)
                if relation.rel.isEmpty {
                    draft.episode.link = resolve(href)
                } else {
                    takeLink(href, relation, isInItem: true)
                }
                push(.skipped, tag, reader)
            } else {
                beginLeaf(tag, reader)
            }
        case (.core, .guid):
            isPermalink = reader.attribute("ispermalink")?.lowercased() != "false"
            beginLeaf(tag, reader)
        case (.itunes, .image), (.core, .image), (.googlePlay, .image), (.podcast, .image):
            beginImage(tag, reader)
        case (.itunes, .link):
            takeImageLink(reader)
            push(.skipped, tag, reader)
        case (.media, _): startInMediaGroup(tag, reader)
        case (.psc, .chapters): push(.chapters, tag, reader)
        case (.atom, .author), (.core, .author), (.itunes, .author), (.googlePlay, .author):
            beginPerson(tag, reader)
        case (.podcast, _), (.itunes, .block), (.itunes, .unknown):
            beginKept(tag, reader)
        case (.xhtml, .body), (.xhtml, .div): beginMarkup(tag, reader)
        case (_, .textinput), (_, .source), (.other, _), (.xhtml, _), (.rdf, _), (_, .unknown):
            push(.skipped, tag, reader)
        case (_, .content) where reader.attribute("src") != nil:
            push(.skipped, tag, reader)
        default:
            beginLeaf(tag, reader)
        }
    }

    mutating func assignToItem(_ tag: FeedTag) {
        guard let text = leaf.trimmed, charge(text.utf8.count) else { return }
        switch (tag.namespace, tag.term) {
        case (.core, .title), (.atom, .title):
            draft.episode.title = draft.episode.title ?? leaf.line
            draft.isTitlePlain = tag.namespace == .atom && !leaf.isHTML
        case (.dc, .title): draft.otherTitle = draft.otherTitle ?? leaf.line
        case (.itunes, .title): draft.itunesTitle = draft.itunesTitle ?? leaf.line
        case (.media, .title): draft.mediaTitle = draft.mediaTitle ?? leaf.line
        case (.core, .link): draft.episode.link = resolve(text)
        case (.atom, .link): takeLink(text, linkRelation, isInItem: true)
        case (.core, .guid):
            draft.episode.guid = text
            if isPermalink {
                draft.permalink = resolve(text)
            }
        case (.atom, .id), (.core, .id): draft.episode.guid = text
        case (.core, .description) where draft.plainSummary != nil:
            // Beside a summary that came first, the description is the longer text.
            takeContent(text)
        case (.core, .description), (.atom, .summary), (.core, .abstract):
            draft.episode.summary = draft.episode.summary ?? text
        case (.core, .summary): takePlainSummary(text)
        case (.itunes, .summary), (.googlePlay, .description):
            draft.itunesSummary = draft.itunesSummary ?? text
        case (.itunes, .subtitle): draft.subtitle = draft.subtitle ?? text
        case (.dc, .description), (.media, .description):
            draft.mediaSummary = draft.mediaSummary ?? text
        case (.content, .encoded), (.atom, .content), (.core, .content), (.xhtml, _),
            (.core, .fullitem):
            takeContent(text)
        case (.dc, .creator), (.dc, .author): draft.dcAuthor = draft.dcAuthor ?? leaf.line
        default: assignNumbers(tag, text)
        }
    }

    private mutating func assignNumbers(_ tag: FeedTag, _ text: String) {
        switch (tag.namespace, tag.term) {
        case (.core, .pubdate), (.core, .published), (.atom, .published), (.atom, .issued),
            (.core, .issued), (.dcterms, .issued):
            draft.published = DateParser.timestamp(from: text) ?? draft.published
        case (.dc, .date), (.atom, .updated), (.atom, .modified), (.dcterms, .modified),
            (.core, .date), (.core, .updated), (.core, .modified):
            draft.updated = DateParser.timestamp(from: text) ?? draft.updated
        case (.atom, .created), (.dcterms, .created), (.core, .created):
            draft.created = DateParser.timestamp(from: text) ?? draft.created
        case (.itunes, .duration), (.core, .duration):
            draft.episode.duration =
                draft.episode.duration ?? DurationParser.duration(from: text)
        case (.itunes, .episode), (.core, .episode): draft.episode.number = wholeNumber(text)
        case (.itunes, .season), (.core, .season): draft.episode.season = wholeNumber(text)
        case (.itunes, .episodetype), (.core, .episodetype):
            draft.episode.type = text.lowercased()
        case (.itunes, .explicit), (.googlePlay, .explicit), (.core, .explicit):
            draft.episode.isExplicit = draft.episode.isExplicit ?? ExplicitMark.value(of: text)
        default: break
        }
    }

    private func wholeNumber(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        return digits.isEmpty || digits.count > 9 ? nil : Int(digits)
    }

    /// A plain `summary` beside a description is the longer text.
    private mutating func takePlainSummary(_ text: String) {
        if draft.episode.summary != nil {
            takeContent(text)
        } else {
            draft.plainSummary = draft.plainSummary ?? text
        }
    }

    private mutating func takeContent(_ text: String) {
        if draft.episode.content == nil {
            draft.episode.content = Article(body: text, format: leaf.isHTML ? .html : .text)
        }
    }

    mutating func finishItem() {
        var episode = draft.makeEpisode()
        for kept in episode.extensions {
            switch kept.name {
            case "podcast:season": episode.season = episode.season ?? wholeNumber(kept.text)
            case "podcast:episode": episode.number = episode.number ?? wholeNumber(kept.text)
            case "podcast:alternateEnclosure": episode.alternates += alternates(kept)
            default: break
            }
        }
        finished = episode
        draft = EpisodeDraft()
    }

    private func alternates(_ kept: ParsedExtension) -> [Enclosure] {
        let type = kept.attribute("type")?.lowercased()
        let length = kept.attribute("length").flatMap { Int64($0) }
        return kept.children.compactMap { child in
            guard child.name == "podcast:source", let uri = child.attribute("uri") else {
                return nil
            }
            let own = child.attribute("contentType")?.lowercased()
            return Enclosure(url: uri, type: own ?? type, length: length)
        }
    }

    // MARK: Links and media files

    mutating func takeEnclosure(_ tag: FeedTag, _ reader: borrowing XMLReader) {
        // Media RSS may stand within.
        push(.mediaGroup, tag, reader)
        guard let url = reader.attribute("url")?.trimmingSpaces, !url.isEmpty,
            charge(url.utf8.count + 128)
        else { return }
        draft.episode.enclosures.append(
            makeEnclosure(url, type: reader.attribute("type"), length: reader.attribute("length")))
    }

    func makeEnclosure(_ url: String, type: String?, length: String?) -> Enclosure {
        let type = type?.trimmingSpaces.lowercased()
        return Enclosure(
            url: resolve(url), type: type.flatMap { $0.isEmpty ? nil : $0 },
            length: length.flatMap { Int64($0.trimmingSpaces) }.flatMap { $0 < 0 ? nil : $0 })
    }

    mutating func takeAtomLink(
        _ tag: FeedTag, _ reader: borrowing XMLReader, isInItem: Bool
    ) {
        let relation = LinkRelation(reader)
        guard let href = reader.attribute("href")?.trimmingSpaces else {
            // The address is the text, as in RSS.
            linkRelation = relation
            return beginLeaf(tag, reader)
        }
        push(.skipped, tag, reader)
        takeLink(href, relation, isInItem: isInItem)
    }

    mutating func takeLink(_ href: String, _ relation: LinkRelation, isInItem: Bool) {
        // What a kept link takes in memory, with its names and arrays.
        guard charge(href.utf8.count + 700) else { return }
        switch relation.rel {
        case "", "alternate":
            if isInItem {
                draft.atomLink = draft.atomLink ?? resolve(href)
            } else {
                feedDraft.atomLink = feedDraft.atomLink ?? resolve(href)
            }
        case "enclosure" where isInItem && !href.isEmpty:
            draft.episode.enclosures.append(
                makeEnclosure(href, type: relation.type, length: relation.length))
        case "next" where !isInItem:
            feed.nextPageURL = feed.nextPageURL ?? resolve(href)
        default:
            keepLink(href, relation, isInItem: isInItem)
        }
    }

    private mutating func keepLink(_ href: String, _ relation: LinkRelation, isInItem: Bool) {
        var link = ParsedExtension(
            name: "atom:link",
            attributes: [
                .init(name: "rel", value: relation.rel), .init(name: "href", value: resolve(href)),
            ])
        if let type = relation.type {
            link.attributes.append(.init(name: "type", value: type))
        }
        if isInItem {
            draft.episode.extensions.append(link)
        } else {
            feed.extensions.append(link)
        }
    }

    func resolve(_ reference: String) -> String {
        URLReference.resolve(reference.trimmingSpaces, against: base)
    }
}
