public import ColumnModel
import ColumnStore
import EpisodeDownload
import EpisodeMedia

/// Cleans, checks and repairs what downloads have left on disk.
public struct StorageService: Sendable {
    private let library: LibraryService
    private let storage: MediaStorage
    private let configuration: Configuration

    /// Makes a service.
    public init(library: LibraryService, places: Places, configuration: Configuration) {
        self.library = library
        self.configuration = configuration
        let folder = MediaFolder(path: places.mediaDirectory(configuration))
        storage = MediaStorage(library: MediaLibrary(store: library.store, folder: folder))
    }

    /// What cleaning would remove; making it changes nothing.
    ///
    /// - Parameters:
    ///   - maximumAge: downloads complete for longer go, played or not.
    ///   - newestPerColumn: only so many of each column stay.
    public func plan(
        removesPlayed: Bool, maximumAge: Duration?, newestPerColumn: Int?
    ) async throws(LibraryError) -> StoragePlan {
        var rules = CleanRules()
        rules.removesPlayed = removesPlayed
        rules.maximumAge = maximumAge
        rules.newestPerColumn = newestPerColumn
        rules.budget = configuration[.cleanBudget]
        rules.grace = configuration[.cleanGrace]
        let wanted = rules
        do throws(StoreError) {
            return StoragePlan(try await storage.cleanPlan(wanted))
        } catch {
            throw LibraryError(error)
        }
    }

    /// Moves what a plan names to the trash, and removes there what is over its time; answers how
    /// many files were moved.
    public func apply(_ plan: StoragePlan) async throws -> Int {
        try await convert { () throws(MediaError) in try await storage.apply(plan.plan).count }
    }

    /// Takes episodes' files out of the trash; answers how many could be.
    public func restore(_ episodes: [EpisodeID]) async throws -> Int {
        try await convert { () throws(MediaError) in try await storage.restore(episodes).count }
    }

    /// Removes for good what lies in the trash.
    public func emptyTrash() async throws {
        try await convert { () throws(MediaError) in try await storage.emptyTrash() }
    }

    /// Compares all files with what the library says of them.
    ///
    /// - Parameters:
    ///   - readsContents: reads every byte; else names and sizes only.
    ///   - episodes: looks only at the files of these; nil: at all, and for files of no episode.
    public func check(
        readsContents: Bool, of episodes: Set<EpisodeID>? = nil,
        onFile: @escaping @Sendable (String) -> Void
    ) async throws -> [StorageFinding] {
        try await convert { () throws(MediaError) in
            try await storage.check(
                readsContents: readsContents, of: episodes, onProgress: onFile)
        }.map { StorageFinding($0) }
    }

    /// Makes ready for a new download what a check has found; answers what is to be downloaded.
    public func prepareRepair(_ findings: [StorageFinding]) async throws -> [Episode] {
        let ids = try await convert { () throws(MediaError) in
            try await storage.prepareRepair(findings.map(\.finding))
        }
        return try await library.episodes(ids)
    }

    private func convert<Value>(
        _ body: () async throws(MediaError) -> Value
    ) async throws -> Value {
        do throws(MediaError) {
            return try await body()
        } catch {
            switch error {
            case .store(let error): throw LibraryError(error)
            case .file(_, let path, let code):
                throw PlacesError.cannotWrite(path: path, errno: code)
            case .cancelled, .interrupted: throw CancellationError()
            case .inUse, .noAudio, .failed, .changed, .diskFull:
                throw ServiceError.failed(error.failure)
            }
        }
    }
}
