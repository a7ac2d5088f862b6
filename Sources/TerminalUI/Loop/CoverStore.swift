import ColumnModel
import ColumnServices
import PictureKit

/// Covers for the screen: found in what the product keeps, fetched once where they are missing, and
/// set in a process of their own.
actor CoverStore {
    /// What came of setting a cover.
    enum Outcome: Sendable {
        case made(TerminalPicture)
        /// There is no picture in the file.
        case broken
        /// Another was asked for meanwhile.
        case passedOver
    }

    /// So many are remembered; each takes up to some hundred kilobytes.
    private static let memory = 12

    private let library: LibraryService
    private let configuration: Configuration
    private let artwork: ArtworkService
    private let output: @Sendable ([String]) async -> [UInt8]?
    private var made: [(cover: Cover, picture: TerminalPicture)] = []
    private var broken: Set<String> = []
    private var wanted: Cover?
    private var last: Task<Void, Never>?

    init(
        library: LibraryService, configuration: Configuration, artwork: ArtworkService,
        output: @escaping @Sendable ([String]) async -> [UInt8]?
    ) {
        self.library = library
        self.configuration = configuration
        self.artwork = artwork
        self.output = output
    }

    /// The file of a cover that is here; asks no network.
    func keptFile(of subject: ArticleState.Subject) async -> String? {
        guard let (urls, _) = await addresses(of: subject) else { return nil }
        for url in urls {
            if let path = await artwork.keptPicture(at: url), !broken.contains(path) {
                return path
            }
        }
        return nil
    }

    /// Fetches a cover that is not here, where the user lets covers be fetched; whether it came.
    func fetch(_ subject: ArticleState.Subject) async -> Bool {
        guard let (urls, column) = await addresses(of: subject), let column else { return false }
        let own = (try? await library.settings(of: column.id)) ?? [:]
        guard configuration.overridden(by: own)[.playArtwork] else { return false }
        for url in urls {
            guard let path = await artwork.picture(at: url, namedBy: column.url) else { continue }
            return !broken.contains(path)
        }
        return false
    }

    /// Sets a cover; one after the other, and only the newest that was asked for.
    func picture(_ cover: Cover) async -> Outcome {
        if let known = made.first(where: { $0.cover == cover }) { return .made(known.picture) }
        wanted = cover
        let before = last
        // The only task of its kind: it begins when the one before has ended.
        let task = Task {
            await before?.value
            if wanted == cover { await make(cover) }
        }
        last = task
        await task.value
        if let known = made.first(where: { $0.cover == cover }) { return .made(known.picture) }
        return broken.contains(cover.path) ? .broken : .passedOver
    }

    private func make(_ cover: Cover) async {
        guard !made.contains(where: { $0.cover == cover }) else { return }
        let request = cover.request
        let bytes = await output([
            "debug", "picture", "--as", request.form.rawValue, "--colors", request.colors.rawValue,
            "--", cover.path, "\(request.columns)", "\(request.rows)",
            "\(request.cellWidth)x\(request.cellHeight)",
        ])
        guard let bytes, let picture = TerminalPicture(bytes: bytes),
            picture.columns <= request.columns, picture.rows <= request.rows
        else {
            broken.insert(cover.path)
            return
        }
        made.append((cover, picture))
        if made.count > Self.memory { made.removeFirst() }
    }

    private func addresses(of subject: ArticleState.Subject) async -> (
        urls: [String], column: Column?
    )? {
        switch subject {
        case .column(let id):
            guard let column = try? await library.column(id) else { return nil }
            return ([column.imageURL].compactMap(\.self), column)
        case .episode(let id):
            guard let episode = try? await library.episode(id) else { return nil }
            let column = (try? await library.column(episode.column)) ?? nil
            return ([episode.imageURL, column?.imageURL].compactMap(\.self), column)
        }
    }
}
