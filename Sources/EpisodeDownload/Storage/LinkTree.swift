public import EpisodeMedia

/// Links with readable names to the audio files: a folder a column, a link an episode
/// (`download.links`).
public struct LinkTree: Sendable {
    /// What is to be linked.
    public struct Entry: Sendable, Equatable {
        /// The column's title.
        public let column: String
        /// The episode's title.
        public let title: String
        /// The day of publication as `2026-11-30`; nil where it is not known.
        public let day: String?
        /// The file's name in the media folder.
        public let file: String

        /// Makes an entry.
        public init(column: String, title: String, day: String?, file: String) {
            self.column = column
            self.title = title
            self.day = day
            self.file = file
        }
    }

    /// The folder's name in the media folder.
    public static let folderName = "by-column"

    private let folder: MediaFolder

    /// Makes the tree of a media folder.
    public init(of folder: MediaFolder) {
        self.folder = folder
    }

    /// The links that entries make: a path below the tree's folder, and the file to which it leads.
    ///
    /// Entries of one name are numbered in their order.
    public static func links(for entries: [Entry]) -> [(path: String, file: String)] {
        var used: Set<String> = []
        return entries.map { entry in
            let column = readable(entry.column, limit: 120, fallback: "Column")
            let title = readable(entry.title, limit: 150, fallback: "Episode")
            let name = entry.day.map { "\($0) \(title)" } ?? title
            let suffix = entry.file.lastIndex(of: ".").map { String(entry.file[$0...]) } ?? ""
            var path = "\(column)/\(name)\(suffix)"
            var number = 2
            // Without regard to case, since many file systems of players have none.
            while !used.insert(path.lowercased()).inserted {
                path = "\(column)/\(name) (\(number))\(suffix)"
                number += 1
            }
            return (path, entry.file)
        }
    }

    /// Makes the tree show exactly these entries; anything in it that is not a link of ours stays.
    public func update(_ entries: [Entry]) throws(MediaError) {
        let wanted = Dictionary(
            Self.links(for: entries).map { ($0.path, $0.file) }
        ) { first, _ in first }
        let isThere = folder.names().contains(Self.folderName)
        guard isThere || !wanted.isEmpty else { return }
        try folder.make()
        let root = try OpenFolder(folder).subfolder(Self.folderName, makes: true)
        for column in root.names() {
            // What is no folder of ours, or a link to one, stays as it is.
            guard let sub = try? root.subfolder(column) else { continue }
            for name in sub.names() {
                guard let target = sub.target(of: name), target.hasPrefix("../../"),
                    wanted["\(column)/\(name)"] != String(target.dropFirst(6))
                else { continue }
                try sub.remove(name)
            }
            // Refused by the system while anything is left in it.
            root.removeFolder(column)
        }
        for (path, file) in wanted {
            let column = path.prefix { $0 != "/" }
            try root.subfolder(String(column), makes: true)
                .link(String(path.dropFirst(column.count + 1)), to: "../../\(file)")
        }
    }

    /// A title as a file name that every file system takes.
    private static func readable(_ text: String, limit: Int, fallback: String) -> String {
        var name = ""
        for character in EpisodeFileName.composed(text) {
            let isRefused =
                "/\\:*?\"<>|".contains(character)
                || character.unicodeScalars.contains { scalar in
                    let category = scalar.properties.generalCategory
                    return category == .control
                        || category == .format
                            && scalar.value != 0x200D
                        || category == .lineSeparator
                        || category == .paragraphSeparator
                }
            let piece = isRefused ? " " : String(character)
            if piece == " ", name.isEmpty || name.hasSuffix(" ") { continue }
            guard name.utf8.count + piece.utf8.count <= limit else { break }
            name += piece
        }
        while let last = name.last, last == " " || last == "." { name.removeLast() }
        while name.first == "." { name.removeFirst() }
        return name.isEmpty ? fallback : name
    }
}
