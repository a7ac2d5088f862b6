import ColumnModel
public import ColumnStore

extension EpisodeKeys {
    /// The evidence that a parsed episode gives.
    init(of episode: ParsedEpisode) {
        let address = episode.media.first?.url ?? episode.link
        self.init(
            guid: episode.guid.flatMap { $0.isEmpty ? nil : $0 },
            urlKey: address.map(Self.hash(ofAddress:)),
            titleKey: Self.hash(of: episode.title ?? ""),
            published: episode.published?.secondsSince1970,
            duration: episode.duration.map { $0.components.seconds * 1_000 },
            contentHash: Self.contentHash(of: episode))
    }

    /// The hash of an address without scheme, query and fragment, its host in lower case.
    ///
    /// Publishers move between http and https, and put sessions and counters into the query.
    public static func hash(ofAddress address: String) -> Int64 {
        // By bytes: this is done for each episode of each feed, and by characters it was 6 % of a sync.
        let bytes = Array(address.utf8)
        var (begin, end) = (0, bytes.count)
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[colon...].starts(with: "://".utf8)
        {
            begin = colon + 3
        }
        end =
            bytes[begin...].firstIndex { [UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
            ?? end
        var key = Array(bytes[begin..<end])
        for index in key.indices.prefix(while: { key[$0] != UInt8(ascii: "/") })
        where (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(key[index]) {
            key[index] |= 0x20
        }
        var hash = StableHash()
        key.withUnsafeBytes { hash.combine($0) }
        return hash.value
    }

    private static func hash(of text: String) -> Int64 {
        var hash = StableHash()
        hash.combine(text)
        return hash.value
    }

    private static func contentHash(of episode: ParsedEpisode) -> Int64 {
        var hash = StableHash()
        hash.combine(episode.guid)
        hash.combine(episode.title)
        hash.combine(episode.link)
        hash.combine(episode.published?.secondsSince1970)
        hash.combine(episode.author)
        hash.combine(episode.summary)
        hash.combine(episode.content?.body)
        for enclosure in episode.enclosures + episode.alternates {
            hash.combine(enclosure.url)
            hash.combine(enclosure.type)
            hash.combine(enclosure.length)
        }
        hash.combine(episode.duration.map { $0.components.seconds })
        hash.combine(episode.season.map(Int64.init))
        hash.combine(episode.number.map(Int64.init))
        hash.combine(episode.type)
        hash.combine(episode.isExplicit.map { $0 ? 1 : 0 })
        hash.combine(episode.imageURL)
        for chapter in episode.chapters {
            hash.combine(chapter.start.components.seconds)
            hash.combine(chapter.title)
        }
        combine(episode.extensions, into: &hash)
        return hash.value
    }

    private static func combine(_ extensions: [ParsedExtension], into hash: inout StableHash) {
        hash.combine(Int64(extensions.count))
        for element in extensions {
            hash.combine(element.name)
            hash.combine(element.text)
            for attribute in element.attributes {
                hash.combine(attribute.name)
                hash.combine(attribute.value)
            }
            combine(element.children, into: &hash)
        }
    }
}
