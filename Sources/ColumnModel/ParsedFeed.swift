/// What a feed says of itself; its episodes are handed over one by one while it is read.
public struct ParsedFeed: Sendable, Equatable {
    /// The family of formats.
    public enum Kind: String, Sendable {
        /// RSS 0.9x and 2.0.
        case rss
        /// RSS 0.90 and 1.0 (RDF).
        case rdf
        /// Atom 0.3 and 1.0.
        case atom
        /// JSON Feed 1.0 and 1.1.
        case json
        /// Microsoft's Channel Definition Format, the oldest of all.
        case cdf
    }

    /// The family of formats.
    public var kind: Kind
    /// The version within the family, as `2.0`.
    public var version: String?
    /// The encoding in which the bytes were read, by its WHATWG name.
    public var encoding: String?
    /// The title as plain text.
    public var title: String?
    /// The title as received, where it is markup or was escaped twice.
    public var titleMarkup: String?
    /// The web page.
    public var link: String?
    /// What it is about (HTML or text, not cleaned).
    public var summary: String?
    /// The language tag.
    public var language: String?
    /// Who makes it.
    public var author: String?
    /// The cover picture's address.
    public var imageURL: String?
    /// Whether the publisher calls it explicit.
    public var isExplicit: Bool?
    /// Whether episodes are to be taken oldest first (itunes:type serial).
    public var isSerial: Bool?
    /// The feed's stable identity (podcast:guid, Atom's id).
    public var guid: String?
    /// Where the feed has moved (itunes:new-feed-url).
    public var newFeedURL: String?
    /// The next page of a paged feed (RFC 5005).
    public var nextPageURL: String?
    /// The least time between two fetches that the feed asks for (ttl, sy:updatePeriod).
    public var refreshInterval: Duration?
    /// Hours of the day, 0…23 in UTC, in which it is not to be fetched (skipHours).
    public var skippedHours: [Int] = []
    /// Days, 0 (Sunday)…6, on which it is not to be fetched (skipDays).
    public var skippedDays: [Int] = []
    /// Everything else that is kept as data, by name (podcast:funding and the like).
    public var extensions: [ParsedExtension] = []
    /// Why reading was not clean; where not empty, the feed is never taken as its full list.
    public var problems: [FeedProblem] = []

    /// Makes an empty feed of a kind.
    public init(kind: Kind) {
        self.kind = kind
    }
}

/// A reason for which a feed was not read cleanly.
public struct FeedProblem: Sendable, Hashable {
    /// What kind of damage it is.
    public enum Kind: String, Sendable {
        /// The markup is not well-formed.
        case malformed
        /// The document ends before its root element does.
        case truncated
        /// An element or the document is larger than the limits.
        case tooLarge
        /// Bytes could not be decoded and were replaced.
        case undecodable
    }

    /// What kind of damage it is.
    public let kind: Kind
    /// The line at which it was seen, from 1; 0 when unknown.
    public let line: Int
    /// The parser's own sentence.
    public let detail: String

    /// Makes a problem.
    public init(kind: Kind, line: Int, detail: String) {
        self.kind = kind
        self.line = line
        self.detail = detail
    }
}

/// An element that is kept as data: its name, attributes, text and children.
public struct ParsedExtension: Sendable, Hashable {
    /// The prefixed name by which the field knows it, as `podcast:person`.
    public var name: String
    /// The attributes in document order.
    public var attributes: [Attribute]
    /// The text with outer white space cut.
    public var text: String
    /// Child elements.
    public var children: [ParsedExtension]

    /// An attribute of a kept element.
    public struct Attribute: Sendable, Hashable {
        /// The name without a prefix.
        public var name: String
        /// The value.
        public var value: String

        /// Makes an attribute.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The value of the first attribute with a name; nil if absent.
    public func attribute(_ name: String) -> String? {
        attributes.first { $0.name == name }?.value
    }

    /// Makes an element.
    public init(
        name: String, attributes: [Attribute] = [], text: String = "",
        children: [ParsedExtension] = []
    ) {
        self.name = name
        self.attributes = attributes
        self.text = text
        self.children = children
    }
}
