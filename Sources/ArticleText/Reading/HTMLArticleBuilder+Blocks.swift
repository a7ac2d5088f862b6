internal import TerminalText

extension HTMLArticleBuilder {
    // MARK: Opening

    /// Keeps an element as open; false where nesting is too deep for it to have an effect.
    @discardableResult
    mutating func push(_ element: ElementNames.Element) -> Bool {
        guard open.count < Self.maximumDepth else { return false }
        open.append(OpenElement(name: element.name, tag: element.tag, hasFrame: false))
        return true
    }

    /// Opens a block that holds blocks; where nesting is too deep, only its contents count.
    mutating func push(
        _ element: ElementNames.Element, frame: Frame.Kind, isImplied: Bool = false
    ) {
        guard open.count < Self.maximumDepth else { return }
        let hasFrame = frames.count < Self.maximumFrames
        open.append(OpenElement(name: element.name, tag: element.tag, hasFrame: hasFrame))
        if hasFrame {
            frames.append(Frame(frame, isImplied: isImplied))
        }
    }

    // MARK: Closing

    /// Ends an open paragraph or heading, as every block does.
    mutating func closeParagraph() {
        flush()
        for index in open.indices.reversed().prefix(Self.reach) {
            if open[index].hasFrame { return }
            switch open[index].tag {
            case .paragraph, .heading, .term:
                close(downTo: index)
                return
            default: break
            }
        }
    }

    /// Ends a list that no tag began, if all of its items have ended and no further one begins.
    mutating func closeImplied(before tag: HTMLTag) {
        switch tag {
        case .item, .term, .meaning: return
        default: break
        }
        if let frame = frames.last, frame.isImplied, let last = open.last, last.hasFrame {
            close(downTo: open.count - 1)
        }
    }

    /// Ends what is open inside the nearest block of a kind; false where there is none to end in.
    mutating func closeFrames(above isWanted: (Frame.Kind) -> Bool) -> Bool {
        for index in frames.indices.reversed() {
            if isWanted(frames[index].kind) {
                while frames.count > index + 1, !open.isEmpty {
                    close(downTo: open.count - 1)
                }
                closeUnframed()
                return true
            }
            switch frames[index].kind {
            case .item, .meaning, .cell: continue
            default: return false
            }
        }
        return false
    }

    /// Ends the elements above the innermost frame's own, such as a row or a mark that was left open.
    private mutating func closeUnframed() {
        while let last = open.last, !last.hasFrame {
            close(downTo: open.count - 1)
        }
    }

    /// Ends elements from the innermost on until so many are open.
    mutating func close(downTo count: Int) {
        while open.count > count, let element = open.popLast() {
            leave(element)
        }
    }

    /// What the end of an element does.
    mutating func leave(_ element: OpenElement) {
        if element.tag == .preformatted {
            finishCode()
        } else if element.tag.isBlock {
            flush()
        }
        switch element.tag {
        case .heading, .term: paragraphKind = .paragraph
        case .style(let style): change(style, by: -1)
        case .link: closeLink()
        case .quotation: add("”")
        case .superscript: superscripts = max(0, superscripts - 1)
        case .rubyText: add(")")
        default: break
        }
        if element.hasFrame {
            popFrame()
        }
    }

    private mutating func popFrame() {
        guard frames.count > 1, let frame = frames.popLast() else { return }
        switch frame.kind {
        case .root: break
        case .quote:
            if !frame.blocks.isEmpty {
                append(.quote(frame.blocks))
            }
        case .list(let first):
            if !frame.items.isEmpty {
                append(.list(first: first, items: frame.items))
            }
        case .item:
            guard !frame.blocks.isEmpty else { return }
            if case .list = frames[frames.count - 1].kind {
                frames[frames.count - 1].items.append(frame.blocks)
            } else {
                append(frame.blocks)
            }
        case .definitions:
            if !frame.definitions.isEmpty {
                append(.definitions(frame.definitions))
            }
        case .meaning:
            guard !frame.blocks.isEmpty else { return }
            if frames[frames.count - 1].kind == .definitions {
                frames[frames.count - 1].definitions.append(.meaning(frame.blocks))
            } else {
                append(frame.blocks)
            }
        case .table: append(frame.tableBlocks())
        case .cell(let isHeading, let span): finishCell(frame, isHeading: isHeading, span: span)
        }
    }

    private mutating func finishCell(_ frame: Frame, isHeading: Bool, span: Int) {
        let top = frames.count - 1
        guard frames[top].kind == .table, let row = frames[top].rows.indices.last else {
            append(frame.blocks)
            return
        }
        frames[top].rows[row].append(Frame.Cell(isHeading: isHeading, blocks: frame.blocks))
        for _ in 1..<span {
            frames[top].rows[row].append(Frame.Cell(isHeading: isHeading, blocks: []))
        }
    }

    // MARK: Blocks

    /// Ends the paragraph whose text is being collected.
    mutating func flush() {
        guard code == nil else { return }
        let inlines = buffer.take()
        guard !inlines.isEmpty else { return }
        switch paragraphKind {
        case .paragraph: append(.paragraph(inlines))
        case .heading(let level): append(.heading(level: level, inlines))
        case .term:
            if frames[frames.count - 1].kind == .definitions {
                frames[frames.count - 1].definitions.append(.term(inlines))
            } else {
                append(.paragraph(inlines))
            }
        }
    }

    /// Adds a block to the innermost that may hold it.
    private mutating func append(_ block: ArticleBlock) {
        let top = frames.count - 1
        switch frames[top].kind {
        case .list:
            if frames[top].items.isEmpty {
                frames[top].items.append([])
            }
            frames[top].items[frames[top].items.count - 1].append(block)
        case .definitions: frames[top].definitions.append(.meaning([block]))
        default: frames[top].blocks.append(block)
        }
    }

    private mutating func append(_ blocks: [ArticleBlock]) {
        for block in blocks {
            append(block)
        }
    }

    mutating func addRule() {
        if frames[frames.count - 1].blocks.last != .rule {
            append(.rule)
        }
    }

    /// A line break; the second in a row parts paragraphs, as most feeds mean it.
    mutating func breakLine() {
        if code != nil {
            code?.append(0x0A)
        } else if buffer.isAtLineStart {
            flush()
        } else {
            buffer.addLineBreak()
        }
    }

    private mutating func finishCode() {
        guard let bytes = code else { return }
        code = nil
        let lines = SafeText.lines(TabStops.expanded(String(decoding: bytes, as: UTF8.self)))
        var text = lines[...]
        if text.first == "\n" {
            text = text.dropFirst()
        }
        while let last = text.last, last.isWhitespace {
            text = text.dropLast()
        }
        if !text.isEmpty {
            append(.code(String(text)))
        }
    }
}
