internal import TerminalText

/// The links of an article, each address once.
struct LinkList {
    private(set) var links: [ArticleLink] = []
    private var numbers: [String: Int] = [:]

    /// The number of an address; nil for one that leads nowhere from a terminal.
    mutating func number(of address: String) -> Int? {
        let url = Self.cleaned(address)
        let scheme = url.prefix(12).lowercased()
        guard !url.isEmpty, !url.hasPrefix("#"), !scheme.hasPrefix("javascript:"),
            !scheme.hasPrefix("data:"), !scheme.hasPrefix("about:")
        else { return nil }
        if let number = numbers[url] { return number }
        numbers[url] = links.count
        links.append(ArticleLink(url: url, text: ""))
        return links.count - 1
    }

    /// Keeps the words of a link that had none yet.
    mutating func name(_ number: Int, _ text: String) {
        guard links[number].text.isEmpty else { return }
        links[number].text = text
    }

    /// An address as it may stand in text: without blanks, control characters and the like.
    static func cleaned(_ address: String) -> String {
        String(
            SafeText.line(address).unicodeScalars.filter {
                !$0.properties.isWhitespace && $0.properties.generalCategory != .format
            })
    }
}
