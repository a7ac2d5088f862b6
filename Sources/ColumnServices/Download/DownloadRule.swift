import ColumnModel

/// Which new episodes of a column are downloaded by themselves.
struct DownloadRule: Sendable, Equatable {
    /// How many of those that fit are kept; the newest.
    var count: Int
    /// The title must hold one of these; empty: any title fits.
    var only: [String] = []
    /// The title must hold none of these.
    var skip: [String] = []
    /// The shortest length that fits.
    var minimumLength: Duration?
    /// The longest length that fits.
    var maximumLength: Duration?

    /// Whether an episode fits; one whose length nobody knows is not left out for it.
    func admits(_ episode: Episode) -> Bool {
        let title = episode.title.lowercased()
        if !only.isEmpty && !only.contains(where: { title.contains($0) }) { return false }
        if skip.contains(where: { title.contains($0) }) { return false }
        guard let length = episode.duration else { return true }
        if let minimumLength, length < minimumLength { return false }
        if let maximumLength, length > maximumLength { return false }
        return true
    }
}

extension DownloadRule {
    /// The rule that a column's settings make.
    init(_ configuration: Configuration) {
        count = configuration[.downloadNew]
        only = Self.texts(configuration[.downloadOnly])
        skip = Self.texts(configuration[.downloadSkip])
        minimumLength = configuration[.downloadMinimumLength]
        maximumLength = configuration[.downloadMaximumLength]
    }

    private static func texts(_ text: String?) -> [String] {
        (text ?? "").lowercased().split(separator: "|").map(String.init)
    }
}
