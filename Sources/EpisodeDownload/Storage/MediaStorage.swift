public import ColumnModel
public import ColumnStore
public import EpisodeMedia
@preconcurrency import Glibc

/// Cleans, checks and repairs what downloads have left on disk.
public struct MediaStorage: Sendable {
    let library: MediaLibrary

    /// The folder, below that of the audio, where what was cleaned away waits.
    public static let trashName = "trash"

    /// Makes the storage of a library.
    public init(library: MediaLibrary) {
        self.library = library
    }

    /// What cleaning by some rules would do.
    public func cleanPlan(_ rules: CleanRules, at now: Timestamp = .current())
        async throws(StoreError) -> CleanPlan
    {
        CleanPlan(for: try await library.store.storedMedia(), rules: rules, at: now)
    }

    /// Does what a plan says, and gives what was moved to the trash.
    ///
    /// What has come under protection since the plan was made stays.
    public func apply(_ plan: CleanPlan, by actor: JournalActor = .rule)
        async throws(MediaError) -> [StoredMedia]
    {
        var moved: [StoredMedia] = []
        for item in plan.items
        where try await moveToTrash(item.media, by: actor, cause: "clean: \(item.cause.rawValue)") {
            moved.append(item.media)
        }
        for media in plan.expired {
            try await purge(media, cause: "grace time over")
        }
        return moved
    }

    /// Takes files out of the trash, and gives those that could be.
    public func restore(_ ids: [EpisodeID]) async throws(MediaError) -> [EpisodeID] {
        let stored = try await stored()
        var restored: [EpisodeID] = []
        for media in stored where media.state == .trashed && ids.contains(media.episode) {
            guard let file = media.file else { continue }
            let folder = try OpenFolder(library.folder)
            let trash = try folder.subfolder(Self.trashName, makes: true)
            guard try trash.move(file, to: folder) else {
                try await forget(media, by: .user, cause: "gone from the trash")
                continue
            }
            do throws(StoreError) {
                try await library.store.restoreMedia(of: media.episode, cause: "restore")
            } catch {
                throw .store(error)
            }
            restored.append(media.episode)
        }
        return restored
    }

    /// Removes for good what lies in the trash.
    public func emptyTrash() async throws(MediaError) {
        for media in try await stored() where media.state == .trashed {
            try await purge(media, cause: "trash emptied")
        }
    }
}

extension MediaStorage {
    private func moveToTrash(_ media: StoredMedia, by actor: JournalActor, cause: String)
        async throws(MediaError) -> Bool
    {
        guard let file = media.file else { return false }
        let folder = try OpenFolder(library.folder)
        let trash = try folder.subfolder(Self.trashName, makes: true)
        let isTaken: Bool
        do throws(StoreError) {
            // First the record: a file in the trash that is recorded as complete would be missing,
            // while one outside it that is recorded as trashed is found by `restore` and `check`.
            isTaken = try await library.store.trashMedia(
                of: media.episode, by: actor, cause: cause)
        } catch {
            throw .store(error)
        }
        guard isTaken else { return false }
        _ = try folder.move(file, to: trash)
        return true
    }

    private func purge(_ media: StoredMedia, cause: String) async throws(MediaError) {
        if let file = media.file {
            let folder = try OpenFolder(library.folder)
            try folder.subfolder(Self.trashName, makes: true).remove(file)
            try folder.remove(file)
        }
        try await forget(media, by: .rule, cause: cause)
    }

    func forget(_ media: StoredMedia, by actor: JournalActor, cause: String)
        async throws(MediaError)
    {
        do throws(StoreError) {
            try await library.store.forgetMedia(of: media.episode, by: actor, cause: cause)
        } catch {
            throw .store(error)
        }
    }

    func stored() async throws(MediaError) -> [StoredMedia] {
        do throws(StoreError) {
            return try await library.store.storedMedia()
        } catch {
            throw .store(error)
        }
    }
}
