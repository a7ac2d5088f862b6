public import ColumnModel
import EpisodeDownload

/// Chooses what to take along on a journey.
public struct PackService: Sendable {
    private let library: LibraryService
    private let configuration: Configuration

    /// Makes a service.
    public init(library: LibraryService, configuration: Configuration) {
        self.library = library
        self.configuration = configuration
    }

    /// Chooses enough to hear for some time: the queue first, then unplayed episodes, of each column
    /// in turn.
    ///
    /// - Parameters:
    ///   - time: how long there is to listen.
    ///   - size: how many bytes there is room for, what is downloaded already included.
    ///   - ids: only of these columns, in this order; empty: of all.
    public func choose(time: Duration, size: ByteCount?, columns ids: [ColumnID])
        async throws(LibraryError) -> PackChoice
    {
        let wanted = ids.isEmpty ? try await library.columns().map(\.id) : ids
        let queue = try await library.queue().map(\.episode).filter {
            ids.isEmpty || ids.contains($0.column)
        }
        let settings = try await settings(of: wanted + queue.map(\.column))
        var lists: [[Episode]] = []
        for id in wanted {
            // Whoever keeps a window ahead hears the column in its order.
            let isOrdered = (settings[id]?[.downloadWindow] ?? 0) > 0
            let all = try await episodes(of: id)
            let next = isOrdered ? EpisodeWindow.ahead(of: all) : all
            lists.append(next.filter { !$0.isPlayed && $0.enclosure != nil })
        }
        let candidates = Self.candidates(queue: queue, columns: lists)
        let plan = PackPlan(of: candidates, limits: .init(time: time, size: size)) { column in
            settings[column]?[.playSpeed] ?? 1
        }
        return PackChoice(plan, of: candidates)
    }

    /// What of a choice can be heard without a network now.
    public func ready(of choice: PackChoice) async throws(LibraryError) -> PackChoice {
        let here = try await library.episodes(choice.items.map(\.episode.id)).filter {
            $0.audio.state == .complete || $0.audio.state == .unproven
        }
        let settings = try await settings(of: here.map(\.column))
        let plan = PackPlan(of: here, limits: .init(time: .seconds(1 << 40))) { column in
            settings[column]?[.playSpeed] ?? 1
        }
        return PackChoice(plan, of: here)
    }

    /// The queue, then the first of each column, then the second of each; what lies in the trash was
    /// put there by a rule or the user, and is left there.
    static func candidates(queue: [Episode], columns: [[Episode]]) -> [Episode] {
        var result = queue
        for round in 0..<(columns.map(\.count).max() ?? 0) {
            result += columns.compactMap { round < $0.count ? $0[round] : nil }
        }
        return result.filter { $0.audio.state != .trashed }
    }

    private func episodes(of column: ColumnID) async throws(LibraryError) -> [Episode] {
        var request = EpisodeRequest(.episodes, column: column)
        request.order = .newest
        return try await library.episodes(request)
    }

    private func settings(of columns: [ColumnID])
        async throws(LibraryError) -> [ColumnID: Configuration]
    {
        var result: [ColumnID: Configuration] = [:]
        for id in Set(columns) {
            result[id] = configuration.overridden(by: try await library.settings(of: id))
        }
        return result
    }
}
