import ColumnModel
import ColumnStore

/// Decides which episodes of a feed the library knows already (design decision 7).
///
/// Evidence, strongest first: the guid; the enclosure's (else the page's) address; title with date
/// and length. Evidence that stands for two episodes at once is none. Pure, so that each case of
/// the rules is a row of a test.
struct EpisodeMatcher {
    /// What becomes of one item of the feed.
    enum Verdict: Equatable {
        /// It is not known.
        case add
        /// It is known and says what it said before.
        case unchanged(EpisodeID)
        /// It is known by its guid and says something else now.
        case update(EpisodeID)
        /// It is known by other evidence and gets a new guid.
        case rekey(EpisodeID, Evidence)
        /// The same item stands earlier in the feed.
        case duplicate
    }

    /// By what an item was known, where it was not its guid.
    enum Evidence: String {
        /// The enclosure's, else the page's address.
        case address = "same address"
        /// The title with date and length.
        case title = "same title and date"
    }

    /// A known episode.
    struct Known {
        let id: EpisodeID
        let keys: EpisodeKeys
    }

    /// The verdicts on a feed's items, in their order.
    static func verdicts(on items: [EpisodeKeys], knowing known: [Known]) -> [Verdict] {
        var matcher = EpisodeMatcher(items: items, known: known)
        matcher.dropDuplicates()
        matcher.matchByGUID()
        matcher.match(by: .address, key: \.urlKey, isCorroborated: Self.sharesTitleOrDate)
        matcher.match(by: .title, key: \.titleKeyIfTelling, isCorroborated: Self.sharesDateOrLength)
        return matcher.verdicts.map { $0 ?? .add }
    }

    private let items: [EpisodeKeys]
    private let known: [Known]
    private var verdicts: [Verdict?]
    private var isTaken: [Bool]

    private init(items: [EpisodeKeys], known: [Known]) {
        self.items = items
        self.known = known
        verdicts = Array(repeating: nil, count: items.count)
        isTaken = Array(repeating: false, count: known.count)
    }
}

extension EpisodeMatcher {
    /// Two items are one where guid and address, or all of address, title and date are equal.
    private mutating func dropDuplicates() {
        var seen = Set<ItemIdentity>()
        for (index, item) in items.enumerated() {
            let identity =
                if let guid = item.guid {
                    ItemIdentity(guid: guid, urlKey: item.urlKey, titleKey: nil, published: nil)
                } else {
                    ItemIdentity(
                        guid: nil, urlKey: item.urlKey, titleKey: item.titleKey,
                        published: item.published)
                }
            if !seen.insert(identity).inserted {
                verdicts[index] = .duplicate
            }
        }
    }

    /// A guid that the feed or the library has twice needs the address (else the title) beside it.
    private mutating func matchByGUID() {
        var byGUID: [String: [Int]] = [:]
        for (index, episode) in known.enumerated() {
            if let guid = episode.keys.guid {
                byGUID[guid, default: []].append(index)
            }
        }
        var count: [String: Int] = [:]
        for (index, item) in items.enumerated() where verdicts[index] == nil {
            if let guid = item.guid {
                count[guid, default: 0] += 1
            }
        }
        for (index, item) in items.enumerated() where verdicts[index] == nil {
            guard let guid = item.guid, let candidates = byGUID[guid] else { continue }
            let match =
                if candidates.count == 1, count[guid] == 1 {
                    candidates.first
                } else {
                    candidates.first { !isTaken[$0] && known[$0].keys.urlKey == item.urlKey }
                        ?? candidates.first {
                            !isTaken[$0] && known[$0].keys.titleKey == item.titleKey
                        }
                }
            guard let match, !isTaken[match] else { continue }
            isTaken[match] = true
            let id = known[match].id
            verdicts[index] =
                known[match].keys.contentHash == item.contentHash ? .unchanged(id) : .update(id)
        }
    }

    /// Matches what is left by a key that stands once on either side.
    private mutating func match(
        by evidence: Evidence, key: (EpisodeKeys) -> Int64?,
        isCorroborated: (EpisodeKeys, EpisodeKeys) -> Bool
    ) {
        var candidates: [Int64: [Int]] = [:]
        for (index, episode) in known.enumerated() where !isTaken[index] {
            if let value = key(episode.keys) {
                candidates[value, default: []].append(index)
            }
        }
        guard !candidates.isEmpty else { return }
        var askers: [Int64: [Int]] = [:]
        for (index, item) in items.enumerated() where verdicts[index] == nil {
            if let value = key(item) {
                askers[value, default: []].append(index)
            }
        }
        for (value, indices) in askers {
            for index in indices {
                let item = items[index]
                let fits = (candidates[value] ?? []).filter {
                    !isTaken[$0] && isCorroborated(known[$0].keys, item)
                }
                let rivals = indices.filter { isCorroborated(items[$0], item) }
                guard fits.count == 1, rivals.count == 1, let match = fits.first else { continue }
                isTaken[match] = true
                let keys = known[match].keys
                verdicts[index] =
                    if keys.guid != item.guid {
                        .rekey(known[match].id, evidence)
                    } else if keys.contentHash == item.contentHash {
                        .unchanged(known[match].id)
                    } else {
                        .update(known[match].id)
                    }
            }
        }
    }

    /// An address alone may be one that a publisher uses for each new episode (`latest.mp3`).
    private static func sharesTitleOrDate(_ left: EpisodeKeys, _ right: EpisodeKeys) -> Bool {
        left.titleKey == right.titleKey
            || (left.published != nil && left.published == right.published)
    }

    /// A title alone may be one that returns (`Question time`); where neither side has a date or a
    /// length, or a guid, there is nothing else to go by.
    private static func sharesDateOrLength(_ left: EpisodeKeys, _ right: EpisodeKeys) -> Bool {
        if let one = left.published, let other = right.published {
            return one == other
                && (left.duration == right.duration || left.duration == nil
                    || right.duration == nil)
        }
        if left.duration != nil || right.duration != nil {
            return left.duration == right.duration
        }
        return left.guid == nil && right.guid == nil && left.urlKey == right.urlKey
    }
}

private struct ItemIdentity: Hashable {
    let guid: String?
    let urlKey: Int64?
    let titleKey: Int64?
    let published: Int64?
}

extension EpisodeKeys {
    /// The title's key as an optional, in the shape of the other evidence.
    fileprivate var titleKeyIfTelling: Int64? { titleKey }
}
