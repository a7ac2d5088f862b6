/// The configuration file's text: `key = value` lines; `#` begins a comment line.
///
/// What is not changed stays as its author wrote it, comments and blank lines too.
public struct ConfigurationFile: Sendable, Equatable {
    /// A setting in the file.
    public struct Entry: Sendable, Equatable {
        /// The key as written.
        public let key: String
        /// The value without outer blanks.
        public let value: String
        /// The line's number, from 1.
        public let line: Int
    }

    private var lines: [String]

    /// Takes a file's text.
    public init(text: String = "") {
        // By scalars: as characters, the line ends of Windows are no line ends (found by TextFuzz).
        lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0) }
        if lines.last == "" { lines.removeLast() }
    }

    /// Reads the file; one that is not there is empty.
    public init(path: String) throws(PlacesError) {
        self.init(text: String(decoding: try PrivateFile.read(path) ?? [], as: UTF8.self))
    }

    /// The file's text.
    public var text: String { lines.map { $0 + "\n" }.joined() }

    /// The settings in the order of their lines; of two with one key the later counts.
    public var entries: [Entry] {
        lines.enumerated().compactMap { index, line in
            Self.parts(of: line).map { Entry(key: $0.key, value: $0.value, line: index + 1) }
        }
    }

    /// Sets a key in its place, or at the end; nil takes it out.
    public mutating func set(_ key: String, to value: String?) {
        let places = lines.indices.filter { Self.parts(of: lines[$0])?.key == key }
        guard let value else {
            for index in places.reversed() { lines.remove(at: index) }
            return
        }
        let line = "\(key) = \(value)"
        guard let last = places.last else {
            lines.append(line)
            return
        }
        lines[last] = line
        for index in places.dropLast().reversed() { lines.remove(at: index) }
    }

    /// Writes the file whole (0600).
    public func write(to path: String) throws(PlacesError) {
        try PrivateFile.write(text.utf8, to: path)
    }

    private static func parts(of line: String) -> (key: String, value: String)? {
        let line = line.trimmedBlanks
        guard !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { return nil }
        return (
            line[..<equals].trimmedBlanks.description,
            line[line.index(after: equals)...].trimmedBlanks.description
        )
    }
}

extension StringProtocol {
    var trimmedBlanks: SubSequence {
        let first = firstIndex { !$0.isWhitespace } ?? endIndex
        guard first < endIndex, let last = lastIndex(where: { !$0.isWhitespace }) else {
            return self[endIndex...]
        }
        return self[first...last]
    }
}
