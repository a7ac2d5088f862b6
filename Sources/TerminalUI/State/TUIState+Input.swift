import TerminalText

extension TUIState {
    /// Takes a key, the mouse, a paste.
    mutating func handle(_ input: TUIInput) -> [TUIIntent] {
        if case .key = input { message = nil }
        switch input {
        case .key(let key):
            if self.input != nil { return type(key) }
            // What a shell does with it.
            if key == .control("c"), helpTop == nil, output != nil, output?.code == nil {
                return perform(.cancelJob)
            }
            // In an overlay escape leads out and the moving keys move it; the rest closes it first.
            return KeyBinding.commands[key].map { perform($0) } ?? []
        case .paste(let text):
            guard self.input != nil else { return [] }
            self.input?.insert(SafeText.line(text))
            return []
        case .wheel(let lines, let point): return turnWheel(lines, at: point)
        case .click(let point): return click(point)
        case .answer: return []
        }
    }

    // MARK: - Mouse

    private mutating func turnWheel(_ lines: Int, at point: Point) -> [TUIIntent] {
        if helpTop != nil || output != nil { return perform(.move(lines)) }
        if let area = layout.article, area.contains(point) {
            scrollArticle(by: lines)
            return []
        }
        if layout.list.contains(point) { list.move(to: list.cursor + lines) }
        return []
    }

    private mutating func click(_ point: Point) -> [TUIIntent] {
        guard helpTop == nil, output == nil, input == nil else { return [] }
        let layout = layout
        if let bar = layout.bar, bar.contains(point), bar.width > 1 {
            return perform(.seekShare(Double(point.column - bar.column) / Double(bar.width - 1)))
        }
        if let player = layout.player, player.contains(point) {
            return point.column < 2 ? perform(.toggle) : []
        }
        if let area = layout.article, area.contains(point) {
            focus = .article
            return clickArticle(point, in: area)
        }
        if point.row == 0 {
            guard let kind = HeaderView.screen(at: point.column, self) else { return [] }
            return perform(.show(kind))
        }
        guard layout.list.contains(point) else { return [] }
        let index = list.top + point.row - layout.list.row
        guard list.rows.indices.contains(index) else { return [] }
        let wasSelected = list.cursor == index && focus == .list
        focus = .list
        list.move(to: index)
        return wasSelected ? perform(.open) : []
    }

    /// A time in the text plays from there.
    private mutating func clickArticle(_ point: Point, in area: Area) -> [TUIIntent] {
        guard let article else { return [] }
        let line = article.top + point.row - area.row
        let cell = point.column - area.column - 1
        let index = article.text.stamps.firstIndex { $0.line == line && $0.cells.contains(cell) }
        guard let index else { return [] }
        self.article?.stamp = index
        return play(from: article.text.stamps[index].time)
    }

    // MARK: - The line that is typed

    private mutating func type(_ key: TUIKey) -> [TUIIntent] {
        guard var line = input else { return [] }
        if case .confirm(_, let command) = line.purpose {
            input = nil
            guard [.character("y"), .character("Y"), .character("是")].contains(key) else {
                return []
            }
            return perform(command)
        }
        if case .leaving = line.purpose {
            input = nil
            switch key {
            case .character("b"), .character("B"): return perform(.leaveBehind)
            case .character("e"), .character("E"): return perform(.leave)
            default: return []
            }
        }
        defer { if input != nil { input = line } }
        switch key {
        case .character(let character): line.insert(String(character))
        case .left, .control("b"): line.cursor = max(0, line.cursor - 1)
        case .right, .control("f"): line.cursor = min(line.text.count, line.cursor + 1)
        case .home, .control("a"): line.cursor = 0
        case .end, .control("e"): line.cursor = line.text.count
        case .backspace:
            if line.text.isEmpty { input = nil } else { line.deleteBackward() }
        case .delete, .control("d"): line.delete()
        case .control("u"): line.deleteToStart()
        case .control("w"): line.deleteWord()
        case .tab: return complete(&line)
        case .up: recall(-1, &line)
        case .down: recall(1, &line)
        case .escape, .control("c"): input = nil
        case .enter:
            input = nil
            return accept(line)
        default: break
        }
        return []
    }

    /// The first word comes from the names of the commands at once, the others from the program.
    private func complete(_ line: inout InputLine) -> [TUIIntent] {
        guard line.purpose == .command, line.cursor == line.text.count else { return [] }
        guard line.text.contains(where: \.isWhitespace) else {
            line.complete(from: settings.commandNames)
            return []
        }
        return [.complete(line.text)]
    }

    /// Goes through what was typed before.
    private func recall(_ step: Int, _ line: inout InputLine) {
        guard line.purpose == .command else { return }
        let place = history.lastIndex(of: line.text) ?? history.count
        let next = place + step
        let text = history.indices.contains(next) ? history[next] : ""
        line = InputLine(.command, text: text)
    }

    private mutating func accept(_ line: InputLine) -> [TUIIntent] {
        switch line.purpose {
        case .search: return perform(.search(line.text))
        case .note: return perform(.bookmark(note: line.text.isEmpty ? nil : line.text))
        case .confirm, .leaving: return []
        case .command:
            let words = CommandWords.split(line.text)
            guard !words.isEmpty else { return [] }
            history.removeAll { $0 == line.text }
            history.append(line.text)
            return perform(.run(words))
        }
    }
}
