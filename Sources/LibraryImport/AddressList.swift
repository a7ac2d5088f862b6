/// newsboat's list of addresses (`urls`) and podboat's `queue`: an address a line.
enum AddressList {
    /// Reads either; nil for what is neither.
    static func read(_ bytes: [UInt8]) -> ForeignLibrary? {
        guard bytes.count < 16 << 20, !bytes.contains(0) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { fields(of: $0) }.filter { $0.first?.text.hasPrefix("#") == false }
        guard let first = lines.first?.first?.text, isAddress(first) || isMade(first) else {
            return nil
        }
        let isQueue = lines.allSatisfy { line in
            line.count >= 2 && line[1].isQuoted && line[1].text.contains("/")
                && !line[1].text.hasPrefix("~\"")
                && (line.count == 2
                    || ["downloaded", "played", "finished", "missing"].contains(line[2].text))
        }
        return isQueue ? queue(lines) : addresses(lines)
    }

    /// Whether newsboat makes a feed itself, from a query, a filter or a program.
    static func isMade(_ address: String) -> Bool {
        ["query:", "exec:", "filter:"].contains { address.hasPrefix($0) }
    }

    private struct Field {
        let text: String
        let isQuoted: Bool
    }

    private static func isAddress(_ text: String) -> Bool {
        text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("file://")
    }

    private static func addresses(_ lines: [[Field]]) -> ForeignLibrary {
        var library = ForeignLibrary(.newsboat)
        var madeCount = 0
        for line in lines {
            guard let address = line.first?.text else { continue }
            guard !isMade(address) else {
                madeCount += 1
                continue
            }
            guard address.hasPrefix("http") else {
                library.refused.append(address)
                continue
            }
            var subscription = ForeignSubscription(url: address)
            for tag in line.dropFirst().map(\.text) {
                if tag.hasPrefix("~") {
                    subscription.title = String(tag.dropFirst())
                } else if tag != "!" {
                    subscription.folders.append([tag])
                }
            }
            library.subscriptions.append(subscription)
        }
        library.omit(.madeFeeds, madeCount)
        library.omit(.states)
        return library
    }

    private static func queue(_ lines: [[Field]]) -> ForeignLibrary {
        var library = ForeignLibrary(.podboat)
        var fileCount = 0
        for line in lines {
            var episode = ForeignEpisode()
            episode.audioURL = line.first?.text
            let state = line.count > 2 ? line[2].text : ""
            episode.isPlayed = state == "finished"
            if state == "downloaded" || state == "played" { fileCount += 1 }
            if state != "finished" { episode.queueIndex = library.episodes.count }
            library.episodes.append(episode)
        }
        library.omit(.feedAddresses)
        library.omit(.files, fileCount)
        return library
    }

    /// The fields of a line: separated by blanks, or in double quotes with `\"` in them.
    private static func fields(of line: Substring) -> [Field] {
        var fields: [Field] = []
        var rest = line.drop { $0.isWhitespace }
        if rest.hasPrefix("#") { return [Field(text: String(rest), isQuoted: false)] }
        while let first = rest.first {
            var text = ""
            if first == "\"" {
                rest.removeFirst()
                while let character = rest.popFirst(), character != "\"" {
                    if character == "\\", let next = rest.popFirst() {
                        text.append(next)
                    } else {
                        text.append(character)
                    }
                }
                fields.append(Field(text: text, isQuoted: true))
            } else {
                text = String(rest.prefix { !$0.isWhitespace })
                rest = rest.dropFirst(text.count)
                fields.append(Field(text: text, isQuoted: false))
            }
            rest = rest.drop { $0.isWhitespace }
        }
        return fields
    }
}
