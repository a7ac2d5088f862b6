public import ColumnModel
@_spi(_Unicode) import Swift

/// Names of files in the media folder: made from our own number and title, never from a header or URL.
public enum EpisodeFileName {
    /// The name while bytes are missing, as `12.part`.
    public static func partial(_ id: EpisodeID) -> String {
        "\(id.rawValue).part"
    }

    /// The final name, as `12-The-title.mp3`; at most 120 bytes, in Unicode's composed form.
    public static func complete(_ id: EpisodeID, title: String, fileExtension: String) -> String {
        let slug = slug(title, limit: 90)
        let suffix = fileExtension.isEmpty ? "" : ".\(fileExtension)"
        return slug.isEmpty ? "\(id.rawValue)\(suffix)" : "\(id.rawValue)-\(slug)\(suffix)"
    }

    /// The episode to which a name belongs; nil where it is none of ours.
    public static func episode(of name: String) -> EpisodeID? {
        let digits = name.utf8.prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard !digits.isEmpty, let number = Int64(String(digits) ?? ""),
            let next = name.utf8.dropFirst(digits.count).first,
            next == UInt8(ascii: "-") || next == UInt8(ascii: ".")
        else { return nil }
        return EpisodeID(rawValue: number)
    }

    /// A title with all but letters and digits as hyphens, cut at a whole character.
    static func slug(_ title: String, limit: Int) -> String {
        var slug = ""
        var isGap = false
        for character in composed(title) {
            guard character.isLetter || character.isNumber else {
                isGap = !slug.isEmpty
                continue
            }
            let piece = (isGap ? "-" : "") + String(character)
            guard slug.utf8.count + piece.utf8.count <= limit else { break }
            slug += piece
            isGap = false
        }
        return slug
    }

    /// The composed form (NFC), so that one title has one name on every file system.
    public static func composed(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text._nfc {
            scalars.append(scalar)
        }
        return String(scalars)
    }
}
