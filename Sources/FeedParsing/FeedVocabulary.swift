/// The namespaces that feeds use, by whatever address or bare prefix they are named.
enum FeedNamespace: UInt8, Sendable {
    /// RSS of any version, and elements without a namespace.
    case core
    case atom
    case rdf
    case itunes
    case podcast
    case content
    case dc
    case dcterms
    case media
    case psc
    case syndication
    case googlePlay
    case xhtml
    case history
    case other

    /// The namespace that an address (in lower case) or an undeclared prefix stands for.
    init(_ name: String) {
        var name = name[...]
        for scheme in ["http://", "https://"] where name.hasPrefix(scheme) {
            name = name.dropFirst(scheme.count)
        }
        while name.hasSuffix("/") || name.hasSuffix("#") {
            name = name.dropLast()
        }
        self = Self.known[String(name)] ?? .other
    }

    private static let known: [String: FeedNamespace] = {
        var table: [String: FeedNamespace] = [:]
        let names: [(FeedNamespace, String)] = [
            (
                .core,
                " backend.userland.com/rss backend.userland.com/rss2 backend.userland.com/rss091 "
                    + "blogs.law.harvard.edu/tech/rss purl.org/rss/1.0 purl.org/net/rss1.1 rss "
                    + "my.netscape.com/rdf/simple/0.9 my.netscape.com/publish/formats/rss-0.91 "
                    + "channel.netscape.com/rdf/simple/0.9 www.rssboard.org/rss-specification "
                    + "cyber.law.harvard.edu/rss www.rssboard.org"
            ),
            (.atom, "www.w3.org/2005/atom purl.org/atom/ns purl.org/atom purl.org/pie atom atom10"),
            (.rdf, "www.w3.org/1999/02/22-rdf-syntax-ns rdf"),
            (
                .itunes,
                "www.itunes.com/dtds/podcast-1.0.dtd www.itunes.com/dtds/pluspodcast-1.0.dtd "
                    + "www.itunes.com/dtd/podcast-1.0.dtd example.com/dtds/podcast-1.0.dtd "
                    + "www.itunes.apple.com/dtds/podcast-1.0.dtd itunes.com/dtds/podcast-1.0.dtd "
                    + "www.itunes.com/podcast-1.0.dtd itunes"
            ),
            (
                .podcast,
                "podcastindex.org/namespace/1.0 podcast github.com/podcastindex-org/"
                    + "podcast-namespace/blob/main/docs/1.0.md"
            ),
            (.content, "purl.org/rss/1.0/modules/content content"),
            (.dc, "purl.org/dc/elements/1.1 purl.org/dc/elements/1.0 dc"),
            (.dcterms, "purl.org/dc/terms dcterms"),
            (
                .media,
                "search.yahoo.com/mrss www.rssboard.org/media-rss www.yahoo.com/mrss media"
            ),
            (.psc, "podlove.org/simple-chapters psc sc"),
            (.syndication, "purl.org/rss/1.0/modules/syndication sy"),
            (
                .googlePlay,
                "www.google.com/schemas/play-podcasts/1.0 www.google.com/schemas/play-podcasts/"
                    + "1.0/play-podcasts.xsd googleplay"
            ),
            (.xhtml, "www.w3.org/1999/xhtml www.w3.org/tr/xhtml1 xhtml"),
            (.history, "purl.org/syndication/history/1.0 fh"),
        ]
        for (namespace, list) in names {
            for name in list.split(separator: " ") {
                table[String(name)] = namespace
            }
        }
        table[""] = .core
        return table
    }()
}

/// The local names that mean something to us, in lower case.
enum FeedTerm: String, Sendable {
    case unknown = ""
    case rss, rdf, feed, channel, item, entry, opml, html, body, div, head, title, link, guid, id
    case description, summary, subtitle, tagline, info, abstract, content, encoded, enclosure
    case pubdate, published, issued, updated, modified, created, date, lastbuilddate
    case author, creator, managingeditor, name, email, uri, url, href, homepage
    case image, logo, icon, textinput, source, language, generator, copyright, rights
    case duration, explicit, season, episode, episodetype, type
    case newfeedurl = "new-feed-url"
    case ttl, skiphours, hour, skipdays, day, updateperiod, updatefrequency
    case chapters, chapter, group, thumbnail, player, liveitem, items, seq, li
    case complete, block, locked, fullitem, lastmod, livevalue
    case alternateenclosure, transcript, person, soundbite, funding, location
}

/// An element as the feed formats know it.
struct FeedTag: Sendable, Equatable {
    let namespace: FeedNamespace
    let term: FeedTerm

    static let unknown = FeedTag(namespace: .other, term: .unknown)
}
