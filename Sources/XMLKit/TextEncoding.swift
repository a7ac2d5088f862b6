/// A character encoding by its WHATWG name.
public struct TextEncoding: Sendable, Hashable {
    /// The WHATWG name in lower case, as `windows-1252`.
    public let name: String
    /// The name by which iconv knows it; nil where the decoder does it itself.
    let iconvName: String?

    /// UTF-8.
    public static let utf8 = TextEncoding(name: "utf-8", iconvName: nil)
    /// Windows-1252, which is also what the labels iso-8859-1 and us-ascii mean.
    public static let windows1252 = TextEncoding(name: "windows-1252", iconvName: nil)
    static let utf16LE = TextEncoding(name: "utf-16le", iconvName: "UTF-16LE")
    static let utf16BE = TextEncoding(name: "utf-16be", iconvName: "UTF-16BE")
    static let utf32LE = TextEncoding(name: "utf-32le", iconvName: "UTF-32LE")
    static let utf32BE = TextEncoding(name: "utf-32be", iconvName: "UTF-32BE")

    /// The encoding that a label means to browsers (encoding.spec.whatwg.org); nil if unknown.
    public init?(label: some StringProtocol) {
        let key = label.utf8.filter { $0 > 32 && $0 != 34 && $0 != 39 }
            .map { $0 &- 65 < 26 ? $0 | 0x20 : $0 }
        guard let found = Self.labels[String(decoding: key, as: UTF8.self)] else { return nil }
        self = found
    }

    private init(name: String, iconvName: String?) {
        self.name = name
        self.iconvName = iconvName
    }

    /// How many bytes a code unit has; what to skip after one that cannot be read.
    var unitLength: Int {
        switch name {
        case "utf-16le", "utf-16be": 2
        case "utf-32le", "utf-32be": 4
        default: 1
        }
    }

    /// Whether each of its characters is one byte.
    var isSingleByte: Bool {
        !isWide
            && ![
                "utf-8", "gb18030", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr", "johab",
            ].contains(name)
    }

    /// Whether its code units are wider than a byte.
    var isWide: Bool { unitLength > 1 }

    private static let labels: [String: TextEncoding] = {
        var table: [String: TextEncoding] = [:]
        for (name, iconvName, labels) in labelLists {
            let encoding = TextEncoding(name: name, iconvName: iconvName)
            table[name] = encoding
            for label in labels.split(separator: " ") {
                table[String(label)] = encoding
            }
        }
        return table
    }()

    private static let labelLists: [(name: String, iconvName: String?, labels: String)] = [
        ("utf-8", nil, "utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 u8"),
        (
            "windows-1252", nil,
            "ansi_x3.4-1968 ascii us-ascii cp1252 cp819 ibm819 iso-8859-1 iso-ir-100 iso8859-1 "
                + "iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 latin-1 csisolatin1 x-cp1252 "
                + "windows1252 ansi iso-646-us iso646-us"
        ),
        (
            "utf-16le", "UTF-16LE",
            "utf-16 utf16 ucs-2 iso-10646-ucs-2 csunicode unicode unicodefeff"
        ),
        ("utf-16be", "UTF-16BE", "unicodefffe"),
        ("utf-32le", "UTF-32LE", "utf-32 utf32 ucs-4 iso-10646-ucs-4"),
        ("utf-32be", "UTF-32BE", ""),
        (
            "gb18030", "GB18030",
            "gb2312 gb_2312-80 gbk chinese csgb2312 csiso58gb231280 x-gbk cp936 ms936 gb_2312 "
                + "iso-ir-58 euc-cn windows-936"
        ),
        ("big5", "BIG5-HKSCS", "big5-hkscs cn-big5 csbig5 x-x-big5 cp950 windows-950"),
        ("euc-jp", "EUC-JP", "cseucpkdfmtjapanese x-euc-jp eucjp"),
        ("iso-2022-jp", "ISO-2022-JP-2", "csiso2022jp iso-2022-jp-1 iso-2022-jp-2"),
        (
            "shift_jis", "CP932",
            "csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis cp932"
        ),
        (
            "euc-kr", "CP949",
            "cseuckr csksc56011987 iso-ir-149 korean ks_c_5601 ks_c_5601-1987 ks_c_5601-1989 "
                + "ksc5601 ksc_5601 windows-949 cp949 uhc"
        ),
        ("ibm866", "CP866", "866 cp866 csibm866"),
        ("iso-8859-2", "ISO-8859-2", "iso8859-2 iso88592 iso_8859-2 l2 latin2 csisolatin2"),
        ("iso-8859-3", "ISO-8859-3", "iso8859-3 iso88593 iso_8859-3 l3 latin3"),
        ("iso-8859-4", "ISO-8859-4", "iso8859-4 iso88594 iso_8859-4 l4 latin4"),
        ("iso-8859-5", "ISO-8859-5", "iso8859-5 iso88595 iso_8859-5 cyrillic csisolatincyrillic"),
        ("iso-8859-6", "ISO-8859-6", "iso8859-6 iso88596 iso_8859-6 arabic"),
        ("iso-8859-7", "ISO-8859-7", "iso8859-7 iso88597 iso_8859-7 greek greek8"),
        (
            "iso-8859-8", "ISO-8859-8",
            "iso8859-8 iso88598 iso_8859-8 hebrew visual iso-8859-8-i iso-8859-8-e"
        ),
        ("iso-8859-10", "ISO-8859-10", "iso8859-10 iso885910 l6 latin6"),
        ("iso-8859-13", "ISO-8859-13", "iso8859-13 iso885913"),
        ("iso-8859-14", "ISO-8859-14", "iso8859-14 iso885914"),
        ("iso-8859-15", "ISO-8859-15", "iso8859-15 iso885915 iso_8859-15 l9 latin9 latin-9"),
        ("iso-8859-16", "ISO-8859-16", "iso8859-16 iso885916"),
        // Not among WHATWG's, but in old feeds.
        ("ibm437", "CP437", "437 cp437 cspc8codepage437"),
        ("ibm737", "CP737", "737 cp737"),
        ("ibm775", "CP775", "775 cp775"),
        ("ibm850", "CP850", "850 cp850 cspc850multilingual"),
        ("ibm852", "CP852", "852 cp852 cspcp852"),
        ("ibm855", "CP855", "855 cp855"),
        ("ibm857", "CP857", "857 cp857"),
        ("ibm858", "CP858", "858 cp858"),
        ("ibm860", "CP860", "860 cp860"),
        ("ibm861", "CP861", "861 cp861 cp-is"),
        ("ibm862", "CP862", "862 cp862"),
        ("ibm863", "CP863", "863 cp863"),
        ("ibm865", "CP865", "865 cp865"),
        ("ibm869", "CP869", "869 cp869 cp-gr"),
        ("johab", "JOHAB", "cp1361 ms1361"),
        ("koi8-r", "KOI8-R", "koi koi8 koi8_r cskoi8r"),
        ("koi8-u", "KOI8-U", "koi8-ru"),
        ("macintosh", "MACINTOSH", "mac csmacintosh x-mac-roman macroman mac-roman"),
        (
            "windows-874", "CP874",
            "tis-620 tis620 dos-874 iso-8859-11 iso8859-11 iso885911 cp874"
        ),
        ("windows-1250", "CP1250", "cp1250 x-cp1250 windows1250"),
        ("windows-1251", "CP1251", "cp1251 x-cp1251 windows1251"),
        ("windows-1253", "CP1253", "cp1253 x-cp1253 windows1253"),
        (
            "windows-1254", "CP1254",
            "cp1254 x-cp1254 iso-8859-9 iso8859-9 iso88599 iso_8859-9 l5 latin5 windows1254"
        ),
        ("windows-1255", "CP1255", "cp1255 x-cp1255 windows1255"),
        ("windows-1256", "CP1256", "cp1256 x-cp1256 windows1256"),
        ("windows-1257", "CP1257", "cp1257 x-cp1257 windows1257"),
        ("windows-1258", "CP1258", "cp1258 x-cp1258 windows1258"),
    ]
}
