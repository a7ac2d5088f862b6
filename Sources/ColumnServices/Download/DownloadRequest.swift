public import ColumnModel
import EpisodeDownload

/// Which episodes are to be downloaded, where they are not named one by one.
public enum DownloadRequest: Sendable, Equatable {
    /// What was asked for before and is not whole.
    case unfinished
    /// All that is not whole.
    case all
    /// Of what is new, as many of each column as its setting says; of a column heard in its order,
    /// the next ones.
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
            return try await newEpisodes(in: column, configuration)
        case .latest(let count):
            var wanted = EpisodeRequest(.episodes, column: column)
            wanted.order = .newest
            let audible = try await episodes(wanted).filter { $0.enclosure != nil }
            return Self.first(of: audible, limits: { _ in count }).filter(\.isToDownload)
        }
    }

    private func newEpisodes(in column: ColumnID?, _ configuration: Configuration)
        async throws(LibraryError) -> [Episode]
    {
        let new = try await episodes(EpisodeRequest(.new, column: column))
        let columns = try await columns().map(\.id).filter { column == nil || $0 == column }
        var rules: [ColumnID: DownloadRule] = [:]
        var windows: [(column: ColumnID, count: Int)] = []
        for id in Set(columns + new.map(\.column)).sorted(by: { $0.rawValue < $1.rawValue }) {
            let settings = configuration.overridden(by: try await settings(of: id))
            rules[id] = DownloadRule(settings)
            if settings[.downloadWindow] > 0 { windows.append((id, settings[.downloadWindow])) }
        }
        let ordered = Set(windows.map(\.column))
        let fitting = new.filter {
            !ordered.contains($0.column) && rules[$0.column]?.admits($0) == true
        }
        var result = Self.first(of: fitting, limits: { rules[$0]?.count ?? 0 })
        for (id, count) in windows {
            let all = try await episodes(EpisodeRequest(.episodes, column: id)).filter {
                $0.isPlayed || rules[id]?.admits($0) == true
            }
            result += try await episodes(EpisodeWindow.next(count, of: all))
        }
        return result.filter(\.isToDownload)
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
