import ColumnModel
import Synchronization

/// The files that this process has open, so that downloader and player get the same object.
final class MediaRegistry: Sendable {
    private struct Entry {
        weak var file: MediaFile?
    }

    private let entries = Mutex<[EpisodeID: Entry]>([:])

    /// The open file of an episode, while anyone holds it and it is still on its way.
    func file(of episode: EpisodeID) -> MediaFile? {
        entries.withLock { $0[episode]?.file }
    }

    /// Remembers a file that was opened.
    func add(_ file: MediaFile) {
        entries.withLock { entries in
            entries = entries.filter { $0.value.file != nil }
            entries[file.episode] = Entry(file: file)
        }
    }

    /// Forgets a file that is no longer valid.
    func remove(_ episode: EpisodeID) {
        _ = entries.withLock { $0.removeValue(forKey: episode) }
    }
}
