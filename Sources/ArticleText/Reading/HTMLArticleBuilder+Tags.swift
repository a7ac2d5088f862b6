internal import XMLKit

extension HTMLArticleBuilder {
    // MARK: Start tags

    mutating func start(_ element: ElementNames.Element, _ reader: borrowing XMLReader) {
        let isClosed = element.isEmpty || reader.isEmptyElement
        if let current = dropping {
            guard current.endsAtBlock, element.tag.isBlock else {
                if element.name == current.name, !isClosed {
                    dropping?.count += 1
                }
                return
            }
            dropping = nil
        }
        if code != nil {
            startInCode(element)
            return
        }
        if !isDamaged, isHidden(element, reader) {
            if !isClosed {
                dropping = Dropping(name: element.name, endsAtBlock: false)
            }
            return
        }
        if element.tag.isBlock {
            closeParagraph()
            closeImplied(before: element.tag)
        }
        startOpen(element, reader, isClosed: isClosed)
    }

    private mutating func startOpen(
        _ element: ElementNames.Element, _ reader: borrowing XMLReader, isClosed: Bool
    ) {
        switch element.tag {
        case .lineBreak: breakLine()
        case .rule: addRule()
        case .image: addImage(reader)
        case .embed: addEmbedded(element, reader, isClosed: isClosed)
        case .dropped:
            if !isClosed {
                dropping = Dropping(
                    name: element.name, endsAtBlock: isDamaged || element.name != "template")
            }
        case .list(let isOrdered):
            let first = isOrdered ? Int(reader.attribute("start") ?? "1") ?? 1 : nil
            push(element, frame: .list(first: first.map { min(max($0, -99_999), 99_999) }))
        case .cell(let isHeading):
            let span = Int(reader.attribute("colspan") ?? "1") ?? 1
            startCell(element, isHeading: isHeading, span: min(max(span, 1), 24))
        case .link:
            closeInline(named: element.name)
            if push(element) {
                openLink(reader.attribute("href"))
            }
        default: startSimple(element)
        }
    }

    /// Elements without attributes that matter.
    private mutating func startSimple(_ element: ElementNames.Element) {
        switch element.tag {
        case .heading(let level):
            if push(element) {
                paragraphKind = .heading(level)
            }
        case .style(let style):
            if push(element) {
                change(style, by: 1)
            }
        case .quotation:
            if push(element) {
                add("“")
            }
        case .superscript:
            if push(element) {
                superscripts += 1
            }
        case .rubyText:
            if push(element) {
                add("(")
            }
        case .item:
            if !closeFrames(above: isList) {
                push(element, frame: .list(first: nil), isImplied: true)
            }
            push(element, frame: .item)
        case .quote: push(element, frame: .quote)
        case .preformatted:
            if push(element) {
                code = []
            }
        case .definitions: push(element, frame: .definitions)
        case .term, .meaning: startDefinition(element)
        case .table: push(element, frame: .table)
        case .row:
            if closeFrames(above: { $0 == .table }) {
                frames[frames.count - 1].rows.append([])
            }
            push(element)
        default: push(element)
        }
    }

    private mutating func startInCode(_ element: ElementNames.Element) {
        switch element.tag {
        case .lineBreak: code?.append(0x0A)
        case _ where element.tag.isBlock:
            if let last = code?.last, last != 0x0A {
                code?.append(0x0A)
            }
        default: break
        }
    }

    private mutating func startDefinition(_ element: ElementNames.Element) {
        if !closeFrames(above: { $0 == .definitions }) {
            push(element, frame: .definitions, isImplied: true)
        }
        guard element.tag == .term else {
            push(element, frame: .meaning)
            return
        }
        if push(element) {
            paragraphKind = .term
        }
    }

    private mutating func startCell(_ element: ElementNames.Element, isHeading: Bool, span: Int) {
        guard closeFrames(above: { $0 == .table }) else {
            push(element)
            return
        }
        if frames[frames.count - 1].rows.isEmpty {
            frames[frames.count - 1].rows.append([])
        }
        push(element, frame: .cell(isHeading: isHeading, span: span))
    }

    // MARK: End tags

    mutating func end(_ element: ElementNames.Element) {
        if let current = dropping {
            if element.name == current.name {
                dropping?.count -= 1
                if current.count == 1 {
                    dropping = nil
                }
            }
            return
        }
        if element.isEmpty {
            // `</br>` is a line break to browsers too.
            if element.tag == .lineBreak {
                breakLine()
            }
            return
        }
        guard element.tag.isBlock else {
            closeInline(named: element.name)
            return
        }
        for index in open.indices.reversed().prefix(Self.reach) {
            if open[index].name == element.name {
                close(downTo: index)
                return
            }
            // What ends inside a cell cannot end what is around the table.
            if case .cell = open[index].tag, open[index].hasFrame, !element.tag.isTablePart {
                break
            }
        }
        if code == nil {
            flush()
        }
    }

    /// Ends the innermost inline element with a name, leaving those inside it open.
    private mutating func closeInline(named name: String) {
        for index in open.indices.reversed().prefix(Self.reach) {
            if open[index].hasFrame { return }
            if open[index].name == name, !open[index].tag.isBlock {
                let element = open.remove(at: index)
                leave(element)
                return
            }
        }
    }

    // MARK: Attributes

    private func isHidden(
        _ element: ElementNames.Element, _ reader: borrowing XMLReader
    ) -> Bool {
        guard reader.attributeCount > 0 else { return false }
        switch element.tag {
        // Only elements whose end tags may not be left out: their end is sure to come.
        case .plain, .block, .table, .list: break
        default: return false
        }
        if reader.attribute("hidden") != nil { return true }
        guard let style = reader.attribute("style") else { return false }
        return style.lowercased().filter { $0 != " " }.contains("display:none")
    }

    private mutating func addImage(_ reader: borrowing XMLReader) {
        // Pictures of one pixel count readers.
        for size in [reader.attribute("width"), reader.attribute("height")] {
            if let size, let number = Int(size.prefix { $0.isNumber }), number <= 1 { return }
        }
        let alternative = reader.attribute("alt") ?? ""
        if !alternative.isEmpty, alternative.count <= 2,
            alternative.unicodeScalars.contains(where: { $0.properties.isEmojiPresentation })
        {
            add(alternative)
            return
        }
        let source =
            [reader.attribute("src"), reader.attribute("data-src")].lazy.compactMap { $0 }
            .first { !$0.isEmpty && !$0.hasPrefix("data:") } ?? ""
        var words = InlineBuffer()
        words.add(alternative)
        addImage(
            alternative: words.take().words, source: LinkList.cleaned(String(source.prefix(4_096))))
    }

    private mutating func addEmbedded(
        _ element: ElementNames.Element, _ reader: borrowing XMLReader, isClosed: Bool
    ) {
        let word = element.name == "audio" || element.name == "video" ? element.name : "embedded"
        add(" ")
        openLink(reader.attribute("src") ?? reader.attribute("data"))
        add("[\(word)]")
        closeLink()
        add(" ")
        if !isClosed {
            dropping = Dropping(name: element.name, endsAtBlock: isDamaged)
        }
    }
}

extension HTMLTag {
    /// Whether it is a table or a part of one.
    fileprivate var isTablePart: Bool {
        switch self {
        case .table, .row, .cell, .caption: true
        default: false
        }
    }
}

private func isList(_ kind: Frame.Kind) -> Bool {
    if case .list = kind { true } else { false }
}
