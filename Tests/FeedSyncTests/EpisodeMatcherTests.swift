import ColumnModel
import ColumnStore
import Testing

@testable import FeedSync

/// One row a rule of identity: what the library knows, what the feed says, what becomes of it.
@Suite struct EpisodeMatcherTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let known: [ParsedEpisode]
        let feed: [ParsedEpisode]
        let verdicts: [String]
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(
            name: "a first sync adds all", known: [], feed: [item("a", 1), item("b", 2)],
            verdicts: ["add", "add"]),
        Case(
            name: "nothing changed", known: [item("a", 1)], feed: [item("a", 1)],
            verdicts: ["unchanged 0"]),
        Case(
            name: "a changed title keeps its guid", known: [item("a", 1)],
            feed: [item("a", 1, title: "New title")], verdicts: ["update 0"]),
        Case(
            name: "all guids change", known: [item("a", 1), item("b", 2)],
            feed: [item("x", 1), item("y", 2)],
            verdicts: ["rekey 0 same address", "rekey 1 same address"]),
        Case(
            name: "guid and host change together", known: [item("a", 1)],
            feed: [item("x", 1, url: "https://elsewhere/other/1.mp3")],
            verdicts: ["rekey 0 same title and date"]),
        Case(
            name: "an enclosure moves to another host", known: [item("a", 1)],
            feed: [item("a", 1, url: "https://elsewhere/1.mp3")], verdicts: ["update 0"]),
        Case(
            name: "http becomes https and the query changes",
            known: [item(nil, 1, url: "http://h/1.mp3?s=1")],
            feed: [item(nil, 1, url: "https://H/1.mp3?s=2")], verdicts: ["update 0"]),
        Case(
            name: "no guids at all", known: [item(nil, 1), item(nil, 2)],
            feed: [item(nil, 3), item(nil, 2), item(nil, 1)],
            verdicts: ["add", "unchanged 1", "unchanged 0"]),
        Case(
            name: "one guid for all items", known: [item("g", 1), item("g", 2)],
            feed: [item("g", 3), item("g", 2), item("g", 1)],
            verdicts: ["add", "unchanged 1", "unchanged 0"]),
        Case(
            name: "the same item twice in a feed", known: [],
            feed: [item("a", 1), item("a", 1), item("b", 2)],
            verdicts: ["add", "duplicate", "add"]),
        Case(
            name: "one address for each new episode", known: [item("a", 1, url: "http://h/latest")],
            feed: [item("b", 2, url: "http://h/latest")], verdicts: ["add"]),
        Case(
            name: "one title for each episode", known: [item("a", 1, title: "News")],
            feed: [item("b", 2, title: "News"), item("a", 1, title: "News")],
            verdicts: ["add", "unchanged 0"]),
        Case(
            name: "a back-dated item is added", known: [item("a", 10)],
            feed: [item("a", 10), item("b", 1)], verdicts: ["unchanged 0", "add"]),
        Case(
            name: "a guid appears where there was none", known: [item(nil, 1)],
            feed: [item("a", 1)], verdicts: ["rekey 0 same address"]),
    ]

    @Test(arguments: cases)
    func judges(_ example: Case) {
        let known = example.known.enumerated().map {
            EpisodeMatcher.Known(
                id: EpisodeID(rawValue: Int64($0.offset)), keys: EpisodeKeys(of: $0.element))
        }
        let verdicts = EpisodeMatcher.verdicts(
            on: example.feed.map(EpisodeKeys.init(of:)), knowing: known)
        #expect(verdicts.map(describe) == example.verdicts)
    }

    private func describe(_ verdict: EpisodeMatcher.Verdict) -> String {
        switch verdict {
        case .add: "add"
        case .unchanged(let id): "unchanged \(id.rawValue)"
        case .update(let id): "update \(id.rawValue)"
        case .rekey(let id, let evidence): "rekey \(id.rawValue) \(evidence.rawValue)"
        case .duplicate: "duplicate"
        }
    }
}

private func item(_ guid: String?, _ day: Int64, title: String? = nil, url: String? = nil)
    -> ParsedEpisode
{
    var episode = ParsedEpisode()
    episode.guid = guid
    episode.title = title ?? "Title \(day)"
    episode.published = Timestamp(secondsSince1970: day * 86_400)
    episode.enclosures = [
        Enclosure(url: url ?? "http://host/\(day).mp3", type: "audio/mpeg", length: 1)
    ]
    return episode
}
