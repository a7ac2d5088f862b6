/// A block that holds blocks, while it is being read.
struct Frame {
    enum Kind: Equatable {
        case root
        case quote
        case list(first: Int?)
        case item
        case definitions
        case meaning
        case table
        case cell(isHeading: Bool, span: Int)
    }

    struct Cell {
        let isHeading: Bool
        let blocks: [ArticleBlock]
    }

    let kind: Kind
    /// Whether no tag of its own began it, as with an item outside of a list.
    let isImplied: Bool
    var blocks: [ArticleBlock] = []
    var items: [[ArticleBlock]] = []
    var definitions: [ArticleDefinition] = []
    var rows: [[Cell]] = []

    init(_ kind: Kind, isImplied: Bool = false) {
        self.kind = kind
        self.isImplied = isImplied
    }
}

// MARK: - Tables

extension Frame {
    private static let maximumColumns = 24

    /// The table; or, if it only lays out a page, the blocks in its cells.
    func tableBlocks() -> [ArticleBlock] {
        let rows = rows.filter { !$0.isEmpty }
        let columns = rows.map(\.count).max() ?? 0
        let isSimple = rows.allSatisfy { row in
            row.allSatisfy { $0.blocks.count <= 1 && Self.inlines(of: $0.blocks) != nil }
        }
        guard isSimple, (2...Self.maximumColumns).contains(columns) else {
            return blocks + rows.flatMap { $0.flatMap(\.blocks) }
        }
        let cells = rows.map { row in
            row.map { Self.inlines(of: $0.blocks) ?? [] }
                + Array(repeating: [], count: columns - row.count)
        }
        // Columns without any word are for looks.
        let used = (0..<columns).filter { column in cells.contains { !$0[column].isEmpty } }
        let kept = cells.map { row in used.map { row[$0] } }
            .filter { row in row.contains { !$0.isEmpty } }
        guard used.count > 1 else {
            return blocks + kept.flatMap { row in row.map { .paragraph($0) } }
        }
        let hasHeading = rows.first?.allSatisfy(\.isHeading) ?? false
        return blocks + [.table(ArticleTable(hasHeading: hasHeading && kept.count > 1, rows: kept))]
    }

    /// What a cell holds, if it is a paragraph or nothing.
    private static func inlines(of blocks: [ArticleBlock]) -> [ArticleInline]? {
        switch blocks.first {
        case nil: []
        case .paragraph(let inlines), .heading(_, let inlines): inlines
        default: nil
        }
    }
}
