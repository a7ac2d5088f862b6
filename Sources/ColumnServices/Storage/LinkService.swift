import ColumnModel
import ColumnStore
import EpisodeDownload
import EpisodeMedia
@preconcurrency import Glibc

/// Keeps links with readable names in step with the files, for the columns that want them.
public struct LinkService: Sendable {
    private let library: LibraryService
    private let configuration: Configuration
    private let tree: LinkTree

    /// Makes a service.
    public init(library: LibraryService, places: Places, configuration: Configuration) {
        self.library = library
        self.configuration = configuration
        tree = LinkTree(of: MediaFolder(path: places.mediaDirectory(configuration)))
    }

    /// Makes the links that are missing and removes those that lead nowhere or are not wanted.
    ///
    /// Throws where the file system refuses a link; the files themselves are untouched.
    public func update() async throws {
        let stored = try await library.ask { (store) throws(StoreError) in
            try await store.storedMedia()
        }
        // A column without links is kept as nil, so that each is asked for once.
        var titles: [ColumnID: String?] = [:]
        var entries: [LinkTree.Entry] = []
        for media in stored where media.state == .complete || media.state == .unproven {
            guard let file = media.file else { continue }
            if titles[media.column] == nil {
                titles.updateValue(try await title(of: media.column), forKey: media.column)
            }
            guard let title = titles[media.column] ?? nil else { continue }
            entries.append(
                LinkTree.Entry(
                    column: title, title: media.title, day: Self.day(media.published), file: file))
        }
        do throws(MediaError) {
            try tree.update(entries)
        } catch {
            guard case .file(_, let path, let code) = error else {
                throw ServiceError.failed(error.failure)
            }
            throw PlacesError.cannotWrite(path: path, errno: code)
        }
    }

    /// The title of a column that wants links.
    private func title(of id: ColumnID) async throws(LibraryError) -> String? {
        let settings = configuration.overridden(by: try await library.settings(of: id))
        guard settings[.downloadLinks] else { return nil }
        return try await library.column(id)?.title
    }

    /// A day in local time, as the lists show it.
    private static func day(_ moment: Timestamp) -> String {
        var seconds = time_t(moment.secondsSince1970)
        var time = tm()
        localtime_r(&seconds, &time)
        func padded(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(time.tm_year + 1_900)-\(padded(time.tm_mon + 1))-\(padded(time.tm_mday))"
    }
}
