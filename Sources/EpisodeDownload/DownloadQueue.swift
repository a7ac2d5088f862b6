import ColumnModel
import ColumnStore
import HTTPKit

/// What waits to be downloaded; gives out the next one whose host is not busy.
struct DownloadQueue {
    struct Item: Sendable {
        let episode: Episode
        let host: String
    }

    /// What was asked for and is not in the library, or has no audio.
    private(set) var unknown: [EpisodeID] = []
    /// How many are open.
    private(set) var openCount = 0

    private var waiting: [Item] = []
    private var openByHost: [String: Int] = [:]
    private let perHost: Int

    init(_ ids: [EpisodeID], store: Store, perHost: Int) async {
        self.perHost = max(1, perHost)
        let found = (try? await store.episodes(EpisodeQuery(.ids(ids)))) ?? []
        let byID = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
        var seen: Set<EpisodeID> = []
        for id in ids where seen.insert(id).inserted {
            guard let episode = byID[id], let enclosure = episode.enclosure else {
                unknown.append(id)
                continue
            }
            // An address that is none fails in its own download, with its cause.
            let host = (try? HTTPURL(enclosure.url))?.origin.host ?? ""
            waiting.append(Item(episode: episode, host: host))
        }
    }

    /// The hosts from which anything is wanted.
    var hosts: Set<String> { Set(waiting.map(\.host)) }

    /// What was never begun.
    var rest: [EpisodeID] { waiting.map(\.episode.id) }

    /// Takes the first that may be opened now.
    mutating func next() -> Item? {
        let index = waiting.firstIndex { (openByHost[$0.host] ?? 0) < perHost }
        guard let index else { return nil }
        let item = waiting.remove(at: index)
        openByHost[item.host, default: 0] += 1
        openCount += 1
        return item
    }

    /// Notes that one is over.
    mutating func close(_ item: Item) {
        openByHost[item.host, default: 1] -= 1
        openCount -= 1
    }
}
