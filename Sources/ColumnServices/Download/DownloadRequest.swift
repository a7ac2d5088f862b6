public import ColumnModel

/// Which episodes are to be downloaded, where they are not named one by one.
public enum DownloadRequest: Sendable, Equatable {
    /// What was asked for before and is not whole.
    case unfinished
    /// All that is not whole.
    case all
    /// Of what is new, as many of each column as its setting says.
    case new
    /// The newest of each column.
    case latest(Int)
}

extension LibraryService {
    /// The episodes of a request that have audio which is not whole, in one column or in all.
    public func episodes(
        toDownload request: DownloadRequest, in column: ColumnID?, configuration: Configuration
    ) async throws(LibraryError) -> [Episode] {
        switch request {
        case .unfinished:
            var wanted = EpisodeRequest(.downloads, column: column)
            wanted.states = [.queued, .partial, .failed, .missing]
            return try await missing(wanted)
        case .all: return try await missing(EpisodeRequest(.episodes, column: column))
        case .new:
            let new = try await episodes(EpisodeRequest(.new, column: column))
            var rules: [ColumnID: DownloadRule] = [:]
            for id in Set(new.map(\.column)) {
                rules[id] = DownloadRule(
                    configuration.overridden(by: try await settings(of: id)))
            }
            let fitting = new.filter { rules[$0.column]?.admits($0) == true }
            return Self.first(of: fitting, limits: { rules[$0]?.count ?? 0 }).filter(\.isToDownload)
        case .latest(let count):
            var wanted = EpisodeRequest(.episodes, column: column)
            wanted.order = .newest
            let audible = try await episodes(wanted).filter { $0.enclosure != nil }
            return Self.first(of: audible, limits: { _ in count }).filter(\.isToDownload)
        }
    }

    private func missing(_ request: EpisodeRequest) async throws(LibraryError) -> [Episode] {
        try await episodes(request).filter(\.isToDownload)
    }

    /// The first of each column, as many as its limit says, in the order given.
    private static func first(of episodes: [Episode], limits: (ColumnID) -> Int) -> [Episode] {
        var counts: [ColumnID: Int] = [:]
        return episodes.filter { episode in
            let count = counts[episode.column, default: 0]
            counts[episode.column] = count + 1
            return count < limits(episode.column)
        }
    }
}

extension Episode {
    /// Whether it has audio that is not whole on disk.
    fileprivate var isToDownload: Bool {
        guard enclosure != nil else { return false }
        switch audio.state {
        case .complete, .unproven, .trashed: return false
        case .none, .queued, .partial, .failed, .missing: return true
        }
    }
}
