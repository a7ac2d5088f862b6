/// The tags of a column: folders within folders, as `News/Daily, Science`.
///
/// A comma separates tags and a slash folders; either stands for itself after a backslash.
public struct ColumnTags: Sendable, Equatable {
    /// Each tag as its folders, the outermost first.
    public let paths: [[String]]

    /// Makes tags of folders; empty names, controls and repeated tags are left out.
    public init(paths: [[String]]) {
        var known: Set<[String]> = []
        self.paths = paths.map { path in
            path.map(Self.clean).filter { !$0.isEmpty }
        }.filter { !$0.isEmpty && known.insert($0).inserted }
    }

    /// Reads the text of the setting.
    public init(_ text: String) {
        var paths: [[String]] = []
        var (path, name, isEscaped) = ([String](), "", false)
        for character in text {
            if isEscaped {
                name.append(character)
                isEscaped = false
            } else {
                switch character {
                case "\\": isEscaped = true
                case "/":
                    path.append(name)
                    name = ""
                case ",":
                    paths.append(path + [name])
                    (path, name) = ([], "")
                default: name.append(character)
                }
            }
        }
        self.init(paths: paths + [path + [name]])
    }

    /// The text of the setting.
    public var text: String { names.joined(separator: ", ") }

    /// Each tag as a text.
    public var names: [String] {
        paths.map { path in
            path.map { name in
                name.flatMap { character in
                    "\\/,".contains(character) ? ["\\", character] : [character]
                }.reduce(into: "") { $0.append($1) }
            }.joined(separator: "/")
        }
    }

    /// Whether a tag is among these, or a folder around one of them; case does not count.
    public func contains(_ tag: ColumnTags) -> Bool {
        let wanted = tag.paths.first?.map { $0.lowercased() } ?? []
        return paths.contains { $0.map { $0.lowercased() }.starts(with: wanted) }
    }

    private static func clean(_ name: String) -> String {
        let text = String(
            String.UnicodeScalarView(
                name.unicodeScalars.filter { $0.properties.generalCategory != .control }))
        let start = text.drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
