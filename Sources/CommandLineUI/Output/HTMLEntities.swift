/// Character references of HTML.
enum HTMLEntities {
    /// The text with references put right; what is none stays.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let ampersand = rest.firstIndex(of: "&") {
            result += rest[..<ampersand]
            rest = rest[ampersand...]
            let head = rest.dropFirst().prefix(32)
            if let end = head.firstIndex(of: ";"), let character = character(head[..<end]) {
                result += character
                rest = rest[end...].dropFirst()
            } else {
                result += "&"
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }

    private static func character(_ name: Substring) -> String? {
        if name.hasPrefix("#") {
            let digits = name.dropFirst()
            let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
            let value =
                isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
            return value.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
        }
        return named[String(name)]
    }

    private static let named: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
        "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
        "sbquo": "‚", "bdquo": "„", "laquo": "«", "raquo": "»", "hellip": "…", "bull": "•",
        "middot": "·", "copy": "©", "reg": "®", "trade": "™", "deg": "°", "euro": "€",
        "pound": "£", "yen": "¥", "cent": "¢", "sect": "§", "para": "¶", "times": "×",
        "divide": "÷", "plusmn": "±", "frac12": "½", "frac14": "¼", "frac34": "¾", "ensp": " ",
        "emsp": " ", "thinsp": " ", "zwj": "\u{200D}", "zwnj": "\u{200C}", "shy": "\u{AD}",
        "iexcl": "¡", "iquest": "¿", "agrave": "à", "aacute": "á", "acirc": "â", "atilde": "ã",
        "auml": "ä", "aring": "å", "aelig": "æ", "ccedil": "ç", "egrave": "è", "eacute": "é",
        "ecirc": "ê", "euml": "ë", "igrave": "ì", "iacute": "í", "icirc": "î", "iuml": "ï",
        "ntilde": "ñ", "ograve": "ò", "oacute": "ó", "ocirc": "ô", "otilde": "õ", "ouml": "ö",
        "oslash": "ø", "ugrave": "ù", "uacute": "ú", "ucirc": "û", "uuml": "ü", "szlig": "ß",
        "Agrave": "À", "Aacute": "Á", "Acirc": "Â", "Auml": "Ä", "Aring": "Å", "AElig": "Æ",
        "Ccedil": "Ç", "Egrave": "È", "Eacute": "É", "Ecirc": "Ê", "Ntilde": "Ñ", "Oacute": "Ó",
        "Ouml": "Ö", "Oslash": "Ø", "Uuml": "Ü", "rarr": "→", "larr": "←", "hearts": "♥",
    ]
}
