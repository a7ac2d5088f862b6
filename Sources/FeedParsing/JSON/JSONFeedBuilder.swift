import ColumnModel
import JSONKit

/// Makes a feed and its episodes of JSON events (JSON Feed 1.0 and 1.1).
struct JSONFeedBuilder {
    /// The most bytes of all texts of one item.
    private static let maximumCost = 12 << 20

    var feed = ParsedFeed(kind: .json)
    /// Whether it has what makes it a feed: a version of JSON Feed, or items.
    var isFeed: Bool { hasVersion || hasItems }
    private(set) var isCut = false
    private(set) var isWhole = false
    /// An episode that has just ended.
    var finished: ParsedEpisode?

    private var hasVersion = false
    private var hasItems = false
    /// The key of each open container's member; arrays have an empty one.
    private var path: [String] = []
    private var isArray: [Bool] = []
    private var key = ""
    private var item = JSONItemDraft()
    private var cost = 0
    private let base: String?

    init(hints: FeedHints) {
        base = hints.baseURL
    }

    /// Takes an event; false when nothing more can come.
    mutating func take(_ event: JSONEvent, _ reader: borrowing JSONReader) -> Bool {
        switch event {
        case .needsInput: return true
        case .beginObject: open(array: false)
        case .beginArray: open(array: true)
        case .endObject, .endArray: close()
        case .key: key = reader.string
        case .string: scalar(reader.string, isNumber: false)
        case .number: scalar(reader.string, isNumber: true)
        case .bool(let value): flag(value)
        case .null: break
        case .end:
            isWhole = true
            return false
        case .failure: return false
        }
        isCut = isCut || reader.hasCutString
        return true
    }

    private mutating func open(array: Bool) {
        let name = isArray.last == false ? key : ""
        path.append(name)
        isArray.append(array)
        key = ""
        if path.count == 2, array, name == "items" {
            hasItems = true
        } else if path.count == 3, !array, path[1] == "items" {
            item = JSONItemDraft()
            cost = 0
        } else if path.count == 5, path[1] == "items", path[3] == "attachments" {
            item.attachment = JSONItemDraft.Attachment()
        }
    }

    private mutating func close() {
        if path.count == 3, isArray.last == false, path[1] == "items" {
            finished = item.makeEpisode()
        } else if path.count == 5, path[1] == "items", path[3] == "attachments" {
            item.takeAttachment()
        }
        path.removeLast()
        isArray.removeLast()
        key = ""
    }

    private mutating func scalar(_ value: String, isNumber: Bool) {
        let text = LeafText.trimmed(Array(value.utf8)[...])
        guard let text, !isArray.isEmpty else { return }
        switch path.count {
        case 1: takeFeed(text)
        case 2 where path[1] == "author": takeFeedAuthor(text)
        case 3 where path[1] == "authors": takeFeedAuthor(text)
        case 2 where path[1] == "_podcast" || path[1] == "_itunes": takePodcast(text)
        case 3 where path[1] == "items": takeItem(text)
        case 4 where path[1] == "items" && path[3] == "author",
            5 where path[1] == "items" && path[3] == "authors":
            if key == "name" {
                item.episode.author = item.episode.author ?? text
            }
        case 4 where path[1] == "items" && (path[3] == "_podcast" || path[3] == "_itunes"):
            item.takePodcast(key, text)
        case 5 where path[1] == "items" && path[3] == "attachments":
            charge(text) { $0.attachment.take($1.key, text) }
        default: break
        }
    }

    private mutating func flag(_ value: Bool) {
        if key == "explicit" || key == "_explicit" {
            switch path.count {
            case 1, 2: feed.isExplicit = value
            case 3, 4: item.episode.isExplicit = value
            default: break
            }
        }
    }

    private mutating func charge(
        _ text: String, _ take: (inout JSONItemDraft, (key: String, base: String?)) -> Void
    ) {
        cost += text.utf8.count + 64
        guard cost <= Self.maximumCost else {
            isCut = true
            return
        }
        take(&item, (key, base))
    }

    private mutating func takeFeed(_ text: String) {
        switch key {
        case "version":
            hasVersion = text.contains("jsonfeed.org")
            feed.version = text
        case "title": feed.title = text
        case "home_page_url": feed.link = resolve(text)
        case "description": feed.summary = text
        case "language": feed.language = text
        case "icon": feed.imageURL = resolve(text)
        case "favicon": feed.imageURL = feed.imageURL ?? resolve(text)
        case "next_url": feed.nextPageURL = resolve(text)
        default: break
        }
    }

    private mutating func takeFeedAuthor(_ text: String) {
        if key == "name" {
            feed.author = feed.author ?? text
        }
    }

    private mutating func takePodcast(_ text: String) {
        switch key {
        case "image", "artwork": feed.imageURL = resolve(text)
        case "author": feed.author = feed.author ?? text
        case "guid": feed.guid = text
        default: break
        }
    }

    private mutating func takeItem(_ text: String) {
        charge(text) { item, place in item.take(place.key, text, base: place.base) }
    }

    private func resolve(_ reference: String) -> String {
        URLReference.resolve(reference, against: base)
    }
}
