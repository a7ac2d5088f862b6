import ColumnModel
import XMLKit

// What stands around the episodes: the root, the channel, its parts.
extension XMLFeedBuilder {
    mutating func startRoot(_ tag: FeedTag, _ reader: borrowing XMLReader) {
        if firstElement == nil {
            firstElement = String(
                decoding: reader.localName(ofElement: reader.element), as: UTF8.self)
        }
        switch tag.term {
        case .rss:
            feed.kind = .rss
            setRoot(reader, isAtom: false)
            push(.root, tag, reader)
            feed.version = FeedVersion.rss(reader.attribute("version"), doctype: doctype)
        case .rdf where tag.namespace == .rdf:
            feed.kind = .rdf
            for index in 0..<reader.attributeCount {
                let namespace = Array(reader.attributeValue(index).lowercased().utf8)
                feed.version = feed.version ?? FeedVersion.rdf(namespace)
            }
            setRoot(reader, isAtom: false)
            push(.root, tag, reader)
        case .feed:
            feed.kind = .atom
            feed.version = FeedVersion.atom(
                reader.namespace(ofElement: reader.element), reader.attribute("version"))
            setRoot(reader, isAtom: true)
            push(.channel, tag, reader)
        case .channel:
            feed.kind = .cdf
            setRoot(reader, isAtom: false)
            push(.channel, tag, reader)
            feed.link = reader.attribute("href").map { resolve($0) }
        default:
            break
        }
        if hasRoot {
            feedDraft.rootLanguage = reader.attribute("xml:lang")
        }
    }

    /// Whether the document calls itself an HTML page.
    var isPage: Bool {
        firstElement == "html" || doctype.lowercased().hasPrefix("<!doctype html")
    }

    mutating func startInRoot(_ tag: FeedTag, _ reader: borrowing XMLReader) {
        switch (tag.namespace, tag.term) {
        case (_, .channel):
            if feed.kind == .rdf {
                feed.version =
                    FeedVersion.rdf(reader.namespace(ofElement: reader.element)) ?? feed.version
            }
            if feedDraft.rootLanguage == nil {
                feedDraft.rootLanguage = reader.attribute("xml:lang")
            }
            push(.channel, tag, reader)
        default:
            startInChannel(tag, reader)
        }
    }

    mutating func startInChannel(_ tag: FeedTag, _ reader: borrowing XMLReader) {
        switch (tag.namespace, tag.term) {
        case (.core, .item), (.atom, .entry), (.atom, .item):
            startItem(tag, reader)
        case (.core, .items), (.rdf, .items):
            push(.skipped, tag, reader)
        case (.atom, .link): takeAtomLink(tag, reader, isInItem: false)
        case (.core, .link):
            if let href = reader.attribute("href"), reader.isEmptyElement {
                let relation = LinkRelation(reader)
                if relation.rel.isEmpty {
                    feed.link = resolve(href)
                } else {
                    takeLink(href, relation, isInItem: false)
                }
                push(.skipped, tag, reader)
            } else {
                beginLeaf(tag, reader)
            }
        case (.core, .image), (.itunes, .image), (.googlePlay, .image), (.podcast, .image):
            beginImage(tag, reader)
        case (.itunes, .link):
            takeImageLink(reader)
            push(.skipped, tag, reader)
        case (.media, .thumbnail):
            feedDraft.otherImage =
                feedDraft.otherImage ?? reader.attribute("url").map { resolve($0) }
            push(.skipped, tag, reader)
        case (.core, .skiphours): push(.skipHours, tag, reader)
        case (.core, .skipdays): push(.skipDays, tag, reader)
        case (.atom, .author), (.core, .author), (.itunes, .author), (.googlePlay, .author),
            (.itunes, .unknown) where isOwner(reader):
            beginPerson(tag, reader)
        case (.podcast, _), (.itunes, .block), (.itunes, .complete), (.itunes, .unknown),
            (.history, _):
            beginKept(tag, reader)
        case (_, .textinput), (_, .source), (.other, _), (.xhtml, _), (.rdf, _), (_, .unknown):
            push(.skipped, tag, reader)
        default:
            beginLeaf(tag, reader)
        }
    }

    private func isOwner(_ reader: borrowing XMLReader) -> Bool {
        reader.localName(ofElement: reader.element).elementsEqual("owner".utf8)
    }

    mutating func assignToChannel(_ tag: FeedTag) {
        guard let text = leaf.trimmed else { return }
        switch (tag.namespace, tag.term) {
        case (.core, .title), (.atom, .title):
            feed.title = feed.title ?? leaf.line
            feedDraft.isTitlePlain = tag.namespace == .atom && !leaf.isHTML
        case (.dc, .title): feedDraft.otherTitle = feedDraft.otherTitle ?? leaf.line
        case (.itunes, .title): feedDraft.itunesTitle = feedDraft.itunesTitle ?? leaf.line
        case (.atom, .id): feedDraft.id = feedDraft.id ?? text
        case (.core, .link): feed.link = resolve(text)
        case (.atom, .link): takeLink(text, linkRelation, isInItem: false)
        case (.core, .description), (.atom, .subtitle), (.atom, .tagline), (.core, .abstract):
            feed.summary = feed.summary ?? text
        case (.atom, .info), (.dc, .description), (.media, .description):
            feedDraft.subtitle = feedDraft.subtitle ?? text
        case (.itunes, .summary), (.googlePlay, .description):
            feedDraft.itunesSummary = feedDraft.itunesSummary ?? text
        case (.itunes, .subtitle): feedDraft.subtitle = feedDraft.subtitle ?? text
        case (.core, .language), (.dc, .language): feed.language = feed.language ?? text
        case (.core, .managingeditor): feed.author = feed.author ?? leaf.line
        case (.dc, .creator), (.dc, .author):
            feedDraft.dcAuthor = feedDraft.dcAuthor ?? leaf.line
        case (.core, .explicit), (.itunes, .explicit), (.googlePlay, .explicit):
            feed.isExplicit = feed.isExplicit ?? ExplicitMark.value(of: text)
        case (.itunes, .type): feed.isSerial = text.lowercased() == "serial"
        case (.itunes, .newfeedurl), (.core, .newfeedurl):
            feed.newFeedURL = feed.newFeedURL ?? resolve(text)
        case (.atom, .logo): feedDraft.itunesImage = feedDraft.itunesImage ?? resolve(text)
        case (.atom, .icon): feedDraft.otherImage = feedDraft.otherImage ?? resolve(text)
        case (.core, .ttl): feedDraft.ttl = Int(text).flatMap { RefreshInterval.minutes($0) }
        case (.syndication, .updateperiod): feedDraft.updatePeriod = RefreshInterval.period(text)
        case (.syndication, .updatefrequency):
            feedDraft.updateFrequency = max(1, Int(text) ?? 1)
        default: break
        }
    }

    /// The feed with each field taken from its best source.
    func makeFeed() -> ParsedFeed {
        var made = feed
        let title = made.title ?? feedDraft.otherTitle ?? feedDraft.itunesTitle
        made.title = title.map { feedDraft.isTitlePlain ? $0 : TitleText.plain($0) }
        made.titleMarkup = made.title == title ? nil : title
        made.link = made.link ?? feedDraft.atomLink
        if made.link == nil, let id = feedDraft.id, id.lowercased().hasPrefix("http") {
            made.link = id
        }
        made.summary = made.summary ?? feedDraft.itunesSummary ?? feedDraft.subtitle
        made.author =
            feedDraft.itunesAuthor ?? made.author ?? feedDraft.dcAuthor ?? feedDraft.ownerName
        made.imageURL = feedDraft.itunesImage ?? made.imageURL ?? feedDraft.otherImage
        made.language =
            made.language
            ?? feedDraft.rootLanguage.map { language in
                String(language.map { $0 == "_" ? "-" : $0 })
            }
        let period = feedDraft.updatePeriod.map { $0 / feedDraft.updateFrequency }
        made.refreshInterval = feedDraft.ttl ?? period
        for kept in made.extensions where kept.name == "podcast:guid" && !kept.text.isEmpty {
            made.guid = made.guid ?? kept.text
        }
        made.guid = made.guid ?? feedDraft.id
        return made
    }
}

/// Reads what feeds say about strong language.
enum ExplicitMark {
    static func value(of text: String) -> Bool? {
        switch text.lowercased() {
        case "yes", "true", "explicit", "1": true
        case "no", "false", "clean", "0": false
        default: nil
        }
    }
}

/// How long a feed wants to be left alone.
enum RefreshInterval {
    static func minutes(_ count: Int) -> Duration? {
        (1...1_000_000).contains(count) ? .seconds(count * 60) : nil
    }

    static func period(_ name: String) -> Duration? {
        switch name.lowercased() {
        case "hourly": .seconds(3_600)
        case "daily": .seconds(86_400)
        case "weekly": .seconds(604_800)
        case "monthly": .seconds(2_592_000)
        case "yearly": .seconds(31_536_000)
        default: nil
        }
    }
}

/// Names the version of a format.
enum FeedVersion {
    static func rss(_ version: String?, doctype: String) -> String? {
        guard let version = version?.trimmingSpaces, !version.isEmpty else { return nil }
        if version == "0.91" {
            return doctype.lowercased().contains("netscape") ? "0.91n" : "0.91u"
        }
        if version.hasPrefix("2") {
            return "2.0"
        }
        return ["0.92", "0.93", "0.94"].contains(version) ? version : nil
    }

    static func atom(_ namespace: [UInt8], _ version: String?) -> String? {
        let name = String(decoding: namespace, as: UTF8.self)
        if name.hasSuffix("2005/atom") {
            return "1.0"
        }
        return version.flatMap { ["0.1", "0.2", "0.3"].contains($0) ? $0 : nil }
    }

    static func rdf(_ namespace: [UInt8]) -> String? {
        let name = String(decoding: namespace, as: UTF8.self)
        if name.contains("netscape.com/rdf/simple/0.9") {
            return "0.90"
        }
        return name.hasSuffix("purl.org/rss/1.0/") ? "1.0" : nil
    }
}

extension String {
    var trimmingSpaces: String {
        var text = self[...]
        while text.utf8.first.map({ $0 <= 32 }) == true { text = text.dropFirst() }
        while text.utf8.last.map({ $0 <= 32 }) == true { text = text.dropLast() }
        return String(text)
    }
}
