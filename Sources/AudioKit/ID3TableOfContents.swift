/// The table of contents of an ID3v2 tag (CTOC frames of its chapter addendum): which chapters are
/// shown, in which order, and under which headings.
///
/// Whatever the frames claim, each element is visited once and the walk goes only so deep.
struct ID3TableOfContents {
    /// One CTOC frame.
    struct Element {
        let id: [UInt8]
        let isTopLevel: Bool
        /// Whether the order of the children means something.
        let isOrdered: Bool
        let children: [[UInt8]]
        let title: String
    }

    /// Deeper headings are left out.
    private static let deepest = 16
    /// An element can count no more children, so that a longer list must be cut or lie.
    private static let mostChildren = 255

    private var elements: [[UInt8]: Element] = [:]
    private var order: [[UInt8]] = []

    /// Takes an element; of several with one name the first counts.
    mutating func add(_ element: Element) {
        guard elements[element.id] == nil else { return }
        elements[element.id] = element
        order.append(element.id)
    }

    /// The chapters that the table shows, in its order; all by their time where there is no table, or
    /// where it names none of them.
    ///
    /// - Parameter chapters: each with its element's name, in the order of the tag.
    func listing(of chapters: [(id: [UInt8], chapter: MediaChapter)]) -> [MediaChapter] {
        let byTime = chapters.map(\.chapter).sorted { $0.start < $1.start }
        guard let root else { return byTime }
        var walk = Walk(
            chapters: Dictionary(
                chapters.map { ($0.id, $0.chapter) }, uniquingKeysWith: { a, _ in a }))
        let listed = list(root, under: [], &walk)
        guard !listed.isEmpty else { return byTime }
        guard chapters.count > Self.mostChildren else { return listed }
        // So many cannot be counted in one element: whoever wrote them meant all to be shown.
        let rest = chapters.filter { !walk.visited.contains($0.id) }.map(\.chapter)
        return listed + rest.sorted { $0.start < $1.start }
    }

    /// The one that says so; where none does, the first that is no other's child.
    private var root: Element? {
        let flagged = order.lazy.compactMap { elements[$0] }.first(where: \.isTopLevel)
        if let flagged { return flagged }
        let named = Set(elements.values.flatMap(\.children))
        return order.first { !named.contains($0) }.flatMap { elements[$0] }
    }

    private struct Walk {
        let chapters: [[UInt8]: MediaChapter]
        var visited: Set<[UInt8]> = []
    }

    private func list(_ element: Element, under path: [String], _ walk: inout Walk)
        -> [MediaChapter]
    {
        guard path.count < Self.deepest, walk.visited.insert(element.id).inserted else { return [] }
        var parts: [[MediaChapter]] = []
        for child in element.children {
            if let chapter = walk.chapters[child] {
                guard walk.visited.insert(child).inserted else { continue }
                parts.append([chapter.inside(path)])
            } else if let part = elements[child] {
                let inner = list(part, under: path + [part.title], &walk)
                if !inner.isEmpty { parts.append(inner) }
            }
        }
        if !element.isOrdered {
            parts.sort { ($0.first?.start ?? .zero) < ($1.first?.start ?? .zero) }
        }
        return parts.flatMap { $0 }
    }
}

extension MediaChapter {
    fileprivate func inside(_ path: [String]) -> MediaChapter {
        MediaChapter(
            start: start, end: end, title: title, url: url, headings: path.filter { !$0.isEmpty })
    }
}
