import TestSupport
import Testing

@testable import Localization

/// Whether the product says anything to people that has no Chinese, and the tables anything that the
/// product does not say.
@Suite struct ChineseTableTests {
    /// Files that say nothing to people in their language: scripts of shells, pages in English.
    private static let others: Set = [
        "CompletionScript.swift", "JSONText.swift", "MarkdownPage.swift", "HandOver.swift",
        // Units of systemd, and its status lines.
        "Schedule.swift", "ServiceNotifier.swift",
        // Names on keys, and command lines.
        "TUIKey.swift", "Synonym.swift",
    ]

    /// Texts that look like sentences and are none.
    private static let untranslated: Set = [
        // What a player tells others by its socket, which is English.
        "it is starting already", "the length is not known yet",
        // Status lines of systemd.
        "No network", "Syncing", "Nothing could be reached", "Downloading", "Ended with %1",
        "Syncing: %1 of %2 columns",
        // Names on keys.
        "j k", "J K", "Esc", "Enter", "Space",
        // Names.
        "AntennaPod", "Pocket Casts", "LESS=FRX; export LESS; ", "NextElapseUSecRealtime",
        "Version",
        "systemctl --user %1", "standard output", "README.md", "UTIL-LINUX", "VERSION",
        "# crontab\n%1", "COLUMN-CONFIG", "seek +30", "mode shuffle", "speed 1.5", "sleep 30m",
        "volume 80",
        "STATE,…", "HH:MM,…", "±TIME|TIME|N%", "WHEN|off", "[OPTION…]", "--RAW",
        "  column COMMAND [OPTION…] [ARGUMENT…]", "  $ column add https://example.org/feed.xml",
        "  path=$(jq -r .path) && cp -- \"$path\" /media/player/",
        "http_proxy, https_proxy, all_proxy, no_proxy",
        "download.concurrency = 8", "play.speed = 1.5",
    ]

    private static func sources(below folder: String) -> [String] {
        listDirectory(folder).sorted().flatMap { name -> [String] in
            let path = "\(folder)/\(name)"
            return name.hasSuffix(".swift") ? [path] : sources(below: path)
        }
    }

    /// All literals of the views, with where they stand.
    private static let literals: [(key: String, place: String, isOther: Bool)] = {
        let folders = ["CommandLineUI", "TerminalUI", "Localization", "column"]
        let files = folders.flatMap { sources(below: Fixtures.path("../Sources/\($0)")) }
        return files.filter { !$0.contains("/Chinese/") }.flatMap { file in
            let name = String(file.split(separator: "/").last ?? "")
            let text = String(decoding: readFile(file) ?? [], as: UTF8.self)
            // A file without the module cannot make a message.
            let isOther = others.contains(name) || !text.contains("import Localization")
            return SwiftLiterals(text).literals.map { ($0.key, "\(name):\($0.line)", isOther) }
        }
    }()

    /// Whether a literal seems to be said to people: words with blanks, or with a capital letter.
    private static func isSaid(_ key: String) -> Bool {
        var words = key
        for place in 1...9 { words = words.replacing("%\(place)", with: "") }
        let letters = words.filter { $0.isASCII && $0.isLetter }
        guard letters.count > 1, !untranslated.contains(key) else { return false }
        // Command lines, names of variables and files, macros of roff.
        if key.hasPrefix("column "), !key.hasSuffix(".") { return false }
        if [".", "\\f", "[\\f", "$XDG", "XDG_"].contains(where: key.hasPrefix) { return false }
        // Placeholders of options and operands.
        if words.allSatisfy({ !$0.isLowercase && $0 != " " }) { return false }
        return words.trimmed.contains(" ") || letters.first?.isUppercase == true
    }

    @Test func everythingSaidHasATranslation() {
        #expect(Self.literals.count > 2_000)
        let missing = Self.literals.filter { literal in
            !literal.isOther && Self.isSaid(literal.key)
                && ChineseTable.entries[literal.key] == nil
        }
        #expect(missing.map { "\($0.place): \($0.key)" } == [], "without a translation")
    }

    @Test func nothingIsTranslatedThatIsNotSaid() {
        let said = Set(Self.literals.map(\.key))
        #expect(ChineseTable.entries.keys.filter { !said.contains($0) }.sorted() == [], "dead")
    }

    @Test func eachTextIsTranslatedOnce() {
        let count = ChineseTable.tables.reduce(0) { $0 + $1.entries.count }
        #expect(count == ChineseTable.entries.count && count > 1_000)
    }

    @Test func translationsHaveTheSamePlaces() {
        func places(_ text: String) -> [Character] {
            zip(text, text.dropFirst()).filter { $0 == "%" && $1.isNumber }.map(\.1).sorted()
        }
        for (key, text) in ChineseTable.entries where places(key) != places(text) {
            Issue.record("\(key): \(text)")
        }
    }

    /// Full-width punctuation after ideographs, and blanks between these and Latin letters.
    @Test func translationsAreTypeset() {
        func isIdeograph(_ character: Character) -> Bool { ("一"..."鿿").contains(character) }
        func isLatin(_ character: Character) -> Bool {
            character.isASCII && (character.isLetter || character.isNumber)
        }
        for (key, translation) in ChineseTable.entries {
            // What is put into places is set apart when it is known.
            let text = (1...9).reduce(translation) { $0.replacing("%\($1)", with: "\u{FFFC}") }
            for (one, next) in zip(text, text.dropFirst()) {
                let isBad =
                    isIdeograph(one) && ",.;:!?()".contains(next)
                    || isIdeograph(one) && isLatin(next) || isLatin(one) && isIdeograph(next)
                if isBad { Issue.record("\(key): \(text): \(one)\(next)") }
            }
            if key.hasSuffix("."), let end = text.last, !"。：\u{FFFC}".contains(end) {
                Issue.record("\(key): \(text)")
            }
        }
    }

    @Test func literalsAreReadAsTheCompilerDoes() {
        let source = #"""
            let a: Message = "b \(c ? "d" : "e \(f)") g"  // "no"
            let p = Message("read", context: "key")
            let h = "\(count: i.count, "file") \"j\"\n\u{201C}"
            let k = """
                l \
                m
                  n \(o)
                """
            """#
        #expect(
            SwiftLiterals(source).literals.map(\.key) == [
                "d", "e %1", "b %1 g", "key|read", "key", "%1 file", "%1 \"j\"\n“", "l m\n  n %1",
            ])
    }
}

extension String {
    fileprivate var trimmed: Substring {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return text
    }
}
