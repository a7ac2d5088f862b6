/// Writes an article as Markdown: CommonMark, with tables and struck text as GitHub has them.
struct MarkdownRenderer {
    let links: [ArticleLink]
    var imageFiles: [String: String] = [:]

    func text(of blocks: [ArticleBlock]) -> String {
        lines(of: blocks).map { $0 + "\n" }.joined()
    }

    private func lines(of blocks: [ArticleBlock], isTight: Bool = false) -> [String] {
        var lines: [String] = []
        for (offset, block) in blocks.enumerated() {
            if offset > 0, !isTight {
                lines.append("")
            }
            // Two lists in a row would be read as one.
            if offset > 0, case .list = block, case .list = blocks[offset - 1], !isTight {
                lines += ["<!-- -->", ""]
            }
            lines += self.lines(of: block)
        }
        return lines
    }

    private func lines(of block: ArticleBlock) -> [String] {
        switch block {
        case .paragraph(let inlines):
            return MarkdownInlines(links: links, imageFiles: imageFiles).lines(of: inlines)
        case .heading(let level, let inlines):
            let words = MarkdownInlines(links: links, imageFiles: imageFiles).lines(of: inlines)
                .map { $0.hasSuffix("\\") ? String($0.dropLast()) : $0 }.joined(separator: " ")
            return [String(repeating: "#", count: level) + " " + words]
        case .list(let first, let items): return list(items, first: first)
        case .quote(let blocks):
            return lines(of: blocks).map { $0.isEmpty ? ">" : "> " + $0 }
        case .code(let text): return code(text)
        case .rule: return ["---"]
        case .table(let table): return self.table(table)
        case .definitions(let definitions): return self.definitions(definitions)
        }
    }

    private func list(_ items: [[ArticleBlock]], first: Int?) -> [String] {
        let isTight = items.allSatisfy { $0.count == 1 }
        var lines: [String] = []
        for (offset, item) in items.enumerated() {
            if offset > 0, !isTight {
                lines.append("")
            }
            // CommonMark knows no negative numbers.
            let mark = first.map { "\(max(0, $0) + offset). " } ?? "- "
            let blank = String(repeating: " ", count: mark.count)
            lines += self.lines(of: item).enumerated().map {
                $0 == 0 ? mark + $1 : $1.isEmpty ? "" : blank + $1
            }
        }
        return lines
    }

    private func code(_ text: String) -> [String] {
        var longest = 2
        var run = 0
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        let fence = String(repeating: "`", count: longest + 1)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return [fence] + lines + [fence]
    }

    private func table(_ table: ArticleTable) -> [String] {
        let inlines = MarkdownInlines(links: links, imageFiles: imageFiles)
        func row(_ cells: [[ArticleInline]]) -> String {
            let texts = cells.map { inlines.cell($0) }
            return "| " + texts.joined(separator: " | ") + " |"
        }
        let columns = table.rows.first?.count ?? 0
        let rule = "|" + String(repeating: " --- |", count: columns)
        // A table must have a heading there; one without gets an empty one.
        let heading =
            table.hasHeading
            ? row(table.rows[0]) : "|" + String(repeating: "  |", count: columns)
        return [heading, rule] + table.rows.dropFirst(table.hasHeading ? 1 : 0).map(row)
    }

    private func definitions(_ definitions: [ArticleDefinition]) -> [String] {
        var lines: [String] = []
        for definition in definitions {
            if !lines.isEmpty {
                lines.append("")
            }
            switch definition {
            case .term(let inlines):
                let words = MarkdownInlines(links: links, imageFiles: imageFiles)
                lines += words.lines(
                    of: inlines.map {
                        var strong = $0
                        strong.style.insert(.strong)
                        return strong
                    })
            case .meaning(let blocks):
                lines += self.lines(of: [.list(first: nil, items: [blocks])])
            }
        }
        return lines
    }
}
