extension ArticleDocument {
    /// The addresses of its images as it has them, in order, each once.
    public var imageSources: [String] {
        var found: [String] = []
        var known: Set<String> = []
        Self.visit(blocks) { source in
            if !source.isEmpty, known.insert(source).inserted { found.append(source) }
        }
        return found
    }

    private static func visit(_ blocks: [ArticleBlock], _ body: (String) -> Void) {
        for block in blocks {
            switch block {
            case .paragraph(let inlines), .heading(_, let inlines): visit(inlines, body)
            case .list(_, let items): for item in items { visit(item, body) }
            case .quote(let blocks): visit(blocks, body)
            case .code, .rule: break
            case .table(let table):
                for row in table.rows { for cell in row { visit(cell, body) } }
            case .definitions(let definitions):
                for definition in definitions {
                    switch definition {
                    case .term(let inlines): visit(inlines, body)
                    case .meaning(let blocks): visit(blocks, body)
                    }
                }
            }
        }
    }

    private static func visit(_ inlines: [ArticleInline], _ body: (String) -> Void) {
        for inline in inlines {
            if case .image(_, let source) = inline.content { body(source) }
        }
    }
}
