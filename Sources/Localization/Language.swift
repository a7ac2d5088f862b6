/// A language that the program speaks.
public enum Language: String, Sendable, CaseIterable {
    /// English, in which the sources are written.
    case english
    /// Chinese in simplified characters.
    case chinese

    /// Chooses as gettext does: LANGUAGE, then LC_ALL, LC_MESSAGES, LANG, of which the first that is
    /// set counts; LANGUAGE is a list, and holds only where these ask for a language at all.
    ///
    /// The locale need not be installed on the computer.
    public init(environment: [String: String]) {
        let locale =
            ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
            .first { !$0.isEmpty } ?? ""
        let (name, _) = Self.parts(locale)
        guard !name.isEmpty, name != "C", name != "POSIX" else {
            self = .english
            return
        }
        for wanted in (environment["LANGUAGE"] ?? "").split(separator: ":") {
            if let language = Self(locale: String(wanted)) {
                self = language
                return
            }
        }
        self = Self(locale: locale) ?? .english
    }

    /// The language of a locale’s name, as `zh_CN.UTF-8`; nil for one that is not spoken.
    ///
    /// Traditional characters (`zh_TW`, `zh_HK`, `zh_Hant`) have no table, and readers of these are
    /// better served by English than by the other script. Nor is another encoding than UTF-8
    /// written.
    private init?(locale: String) {
        let (name, codeset) = Self.parts(locale)
        let words = name.lowercased().split { $0 == "_" || $0 == "-" }
        switch words.first {
        case "en": self = .english
        case "zh":
            let isTraditional = words.dropFirst().contains {
                ["tw", "hk", "mo", "hant"].contains($0)
            }
            let isHans = words.contains("hans")
            guard !isTraditional || isHans, codeset.isEmpty || codeset == "utf8" else { return nil }
            self = .chinese
        default: return nil
        }
    }

    /// `zh_CN.UTF-8@x` as `zh_CN` and `utf8`.
    private static func parts(_ locale: String) -> (name: String, codeset: String) {
        let plain = locale.prefix { $0 != "@" }
        let name = plain.prefix { $0 != "." }
        let codeset = plain.dropFirst(name.count + 1).lowercased().filter { $0 != "-" }
        return (String(name), codeset)
    }

    /// The translation of an English text with its places, as `%1 of %2`; nil where there is none.
    func translation(of key: String) -> String? {
        switch self {
        case .english: nil
        case .chinese: ChineseTable.entries[key]
        }
    }
}
