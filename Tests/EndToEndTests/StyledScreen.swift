/// A screen with its styles, written in one way however it came to be.
///
/// tmux tells a screen's styles as they changed from cell to cell, those of blanks at the ends of lines
/// among them, which depend on what stood there before. Here a style stands where it can be seen:
/// `⟨1;36⟩` before characters in bold and cyan, `⟨⟩` before plain ones.
enum StyledScreen {
    private struct Style: Equatable {
        var attributes: Set<Int> = []
        var foreground = ""
        var background = ""

        var text: String {
            let parts =
                attributes.sorted().map { "\($0)" }
                + [foreground, background].filter { !$0.isEmpty }
            return "⟨\(parts.joined(separator: ";"))⟩"
        }

        /// What of it can be seen at a blank.
        var ofBlank: Style {
            let seen = attributes.intersection([4, 7, 9])
            return Style(
                attributes: seen, foreground: seen.isEmpty ? "" : foreground, background: background
            )
        }

        mutating func obey(_ codes: [Int]) {
            var rest = codes[...]
            while let code = rest.popFirst() {
                switch code {
                case 0: self = Style()
                case 1...9: attributes.insert(code)
                case 22: attributes.subtract([1, 2])
                case 23...29: attributes.remove(code - 20)
                case 38, 48:
                    let count = rest.first == 5 ? 2 : 4
                    let words = ([code] + rest.prefix(count)).map { "\($0)" }
                    rest = rest.dropFirst(count)
                    if code == 38 {
                        foreground = words.joined(separator: ":")
                    } else {
                        background = words.joined(separator: ":")
                    }
                case 39: foreground = ""
                case 49: background = ""
                case 30...37, 90...97: foreground = "\(code)"
                case 40...47, 100...107: background = "\(code)"
                default: break
                }
            }
        }
    }

    static func text(_ captured: String) -> String {
        var style = Style()
        return captured.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var shown = ""
            var blanks = ""
            var last = Style()
            var rest = line[...]
            while let character = rest.popFirst() {
                if character == "\u{1B}", rest.first == "[", let end = rest.firstIndex(of: "m") {
                    let codes = rest[rest.index(after: rest.startIndex)..<end]
                    style.obey(
                        codes.isEmpty
                            ? [0]
                            : codes.split(omittingEmptySubsequences: false) { ";:".contains($0) }
                                .map { Int($0) ?? 0 })
                    rest = rest[rest.index(after: end)...]
                    continue
                }
                let seen = character == " " ? style.ofBlank : style
                if character == " ", seen == Style() {
                    blanks += " "
                    continue
                }
                if !blanks.isEmpty {
                    if last != Style() { shown += Style().text }
                    last = Style()
                    shown += blanks
                    blanks = ""
                }
                if seen != last { shown += seen.text }
                last = seen
                shown.append(character)
            }
            return shown
        }.joined(separator: "\n")
    }
}
