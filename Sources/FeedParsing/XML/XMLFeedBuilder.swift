import ColumnModel
import XMLKit

/// Makes a feed and its episodes of markup events.
///
/// Keeps a stack of the elements that mean something; all below one that means nothing is skipped.
/// What one episode may hold is bounded, whatever the bytes say.
struct XMLFeedBuilder {
    /// An element that is being read.
    enum Container {
        case document
        case root
        case channel
        case item
        /// A person (Atom author, itunes:owner).
        case person
        /// A picture with its address in a child.
        case image
        case mediaGroup
        case chapters
        case skipHours
        case skipDays
        /// Text that belongs to the element around it.
        case leaf
        /// An element kept as data with all that is in it.
        case kept
        case skipped
    }

    struct Frame {
        let container: Container
        let tag: FeedTag
        let depth: Int
    }

    /// The most bytes of one text.
    static let maximumText = 4 << 20
    /// The most bytes of all texts of one episode, and of the feed's own.
    static let maximumCost = 12 << 20

    var feed = ParsedFeed(kind: .rss)
    var feedDraft = FeedDraft()
    var draft = EpisodeDraft()
    var frames = [Frame(container: .document, tag: .unknown, depth: 0)]
    var leaf = LeafText()
    var person = PersonDraft()
    var imageText: [UInt8] = []
    var imageURL: String?
    var isOwnImage = false
    var isPermalink = false
    var linkRelation = LinkRelation()
    var kept: [ParsedExtension] = []
    var bases: [(depth: Int, url: String)] = []
    var doctype = ""
    /// The first element, whatever it is; what the thing is when it is no feed.
    var firstElement: String?
    var hasRoot = false
    var hasItems = false
    private var rootDepth = 0
    var isCut = false
    /// An episode that has just ended.
    var finished: ParsedEpisode?

    private var tags: [FeedTag?] = []
    private var rootNamespace: [UInt8] = []
    var isAtom = false
    private let documentBase: String?

    init(hints: FeedHints) {
        documentBase = hints.baseURL
    }

    /// Whether this is a page that only shows what a feed looks like.
    var isSample: Bool { isPage && !hasItems && rootDepth > 1 }

    /// The base of relative addresses here.
    var base: String? { bases.last?.url ?? documentBase }

    mutating func take(_ event: XMLEvent, _ reader: borrowing XMLReader) {
        switch event {
        case .startElement: start(reader)
        case .endElement: end(reader)
        case .text: takeText(reader)
        case .doctype:
            var bytes: [UInt8] = []
            reader.appendText(to: &bytes)
            doctype = String(decoding: bytes.prefix(512), as: UTF8.self)
        case .needsInput, .endOfDocument: break
        }
    }

    // MARK: Tags

    mutating func tag(_ reader: borrowing XMLReader) -> FeedTag {
        let number = reader.element
        if number < tags.count, let tag = tags[number] {
            return tag
        }
        let name = reader.namespace(ofElement: number)
        var namespace = FeedNamespace(String(decoding: name, as: UTF8.self))
        if hasRoot, name == rootNamespace, !(isAtom && namespace == .atom) {
            namespace = .core
        }
        if isAtom, namespace == .core {
            namespace = .atom
        }
        let local = String(decoding: reader.localName(ofElement: number), as: UTF8.self)
        let tag = FeedTag(namespace: namespace, term: FeedTerm(rawValue: local) ?? .unknown)
        while tags.count <= number {
            tags.append(nil)
        }
        tags[number] = tag
        return tag
    }

    /// Says that the root was found: its namespace is the feed's own from here on.
    mutating func setRoot(_ reader: borrowing XMLReader, isAtom: Bool) {
        hasRoot = true
        rootDepth = reader.depth
        self.isAtom = isAtom
        rootNamespace = reader.namespace(ofElement: reader.element)
        tags.removeAll()
    }

    // MARK: Frames

    mutating func push(_ container: Container, _ tag: FeedTag, _ reader: borrowing XMLReader) {
        frames.append(Frame(container: container, tag: tag, depth: reader.depth))
    }

    var top: Frame { frames[frames.count - 1] }

    private mutating func start(_ reader: borrowing XMLReader) {
        let tag = tag(reader)
        let current = top
        if current.container == .skipped {
            return
        }
        noteBase(reader)
        switch current.container {
        case .document: startRoot(tag, reader)
        case .root: startInRoot(tag, reader)
        case .channel: startInChannel(tag, reader)
        case .item: startInItem(tag, reader)
        case .person: startInPerson(tag, reader)
        case .image: startInImage(tag, reader)
        case .mediaGroup: startInMediaGroup(tag, reader)
        case .chapters: startInChapters(tag, reader)
        case .skipHours: tag.term == .hour ? beginLeaf(tag, reader) : push(.skipped, tag, reader)
        case .skipDays: tag.term == .day ? beginLeaf(tag, reader) : push(.skipped, tag, reader)
        case .leaf: startInLeaf(tag, reader)
        case .kept: startKept(tag, reader)
        case .skipped: break
        }
    }

    private mutating func end(_ reader: borrowing XMLReader) {
        if top.depth != reader.depth + 1 {
            if top.container == .leaf {
                endInLeaf(reader)
            }
        } else {
            finish(frames.removeLast())
        }
        if let base = bases.last, base.depth > reader.depth {
            bases.removeLast()
        }
    }

    /// Ends a frame: what it has gathered goes to the frame below.
    mutating func finish(_ frame: Frame) {
        switch frame.container {
        case .leaf: assign(frame.tag)
        case .item: finishItem()
        case .person: finishPerson(frame.tag)
        case .image: finishImage()
        case .kept: finishKept()
        case .document, .root, .channel, .mediaGroup, .chapters, .skipHours, .skipDays, .skipped:
            break
        }
    }

    private mutating func noteBase(_ reader: borrowing XMLReader) {
        guard let url = reader.xmlAttribute("xml:base"), bases.count < 64 else { return }
        bases.append((reader.depth, URLReference.resolve(url, against: base)))
    }

    private mutating func takeText(_ reader: borrowing XMLReader) {
        switch top.container {
        case .leaf:
            leaf.append(reader)
            isCut = isCut || leaf.isCut
        case .person, .image:
            if imageText.count < 4_096 {
                reader.appendText(to: &imageText)
            }
        case .kept:
            if leaf.bytes.count < Self.maximumText {
                reader.appendText(to: &leaf.bytes)
            }
        default: break
        }
    }

    /// The text gathered in the last leaf goes to where its element stands.
    private mutating func assign(_ tag: FeedTag) {
        switch top.container {
        case .item: assignToItem(tag)
        case .channel, .root: assignToChannel(tag)
        case .person: assignToPerson(tag)
        case .image: imageURL = imageURL ?? leaf.trimmed
        case .mediaGroup: assignToMedia(tag)
        case .skipHours:
            if let hour = leaf.trimmed.flatMap({ Int($0) }), (0...24).contains(hour),
                feed.skippedHours.count < 24
            {
                feed.skippedHours.append(hour % 24)
            }
        case .skipDays:
            if let day = leaf.trimmed.flatMap({ SkippedDay.number(of: $0) }),
                feed.skippedDays.count < 7
            {
                feed.skippedDays.append(day)
            }
        default: break
        }
    }

    /// Charges an episode or the feed for what it is about to keep; false when it has enough.
    mutating func charge(_ bytes: Int) -> Bool {
        let isInItem = frames.contains { $0.container == .item }
        let cost = (isInItem ? draft.cost : feedDraft.cost) + bytes + 64
        guard cost <= Self.maximumCost else {
            isCut = true
            return false
        }
        if isInItem {
            draft.cost = cost
        } else {
            feedDraft.cost = cost
        }
        return true
    }
}

/// Names of days in skipDays.
enum SkippedDay {
    /// 0 for Sunday … 6; nil for anything else.
    static func number(of name: String) -> Int? {
        ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
            .firstIndex(of: name.lowercased())
    }
}
