import ArticleText
public import ColumnModel
import ColumnStore
import FeedSync
@preconcurrency import Glibc

/// Keeps the images of articles for reading without a network, in the columns that want it
/// (`sync.images`).
///
/// An image is at most 10 MiB, an article keeps at most 40 of them, and a run takes the 100 newest
/// articles of a column; the others come with the next runs. An address is fetched once.
public struct ArticleImageService: Sendable {
    /// What a run came to.
    public struct Outcome: Sendable, Equatable {
        /// How many images were fetched.
        public internal(set) var fetched = 0
        /// How many could not be had.
        public internal(set) var failed = 0

        /// Nothing was wanted.
        public init() {}
    }

    private enum Result: Sendable {
        case kept(ArticleImage)
        case failed(Failure)
    }

    private static let imageLimit = 40
    private static let articleLimit = 100
    private static let maximumSize = ByteCount.mebibytes(10)
    private static let concurrency = 4

    private let library: LibraryService
    private let configuration: Configuration
    private let folder: String
    private let fetcher: ImageFetcher

    /// Makes a service.
    public init(library: LibraryService, places: Places, configuration: Configuration) {
        self.library = library
        self.configuration = configuration
        folder = places.imagesDirectory
        fetcher = ImageFetcher(
            client: configuration.makeClient(), timeout: configuration[.syncTimeout],
            maximumSize: Self.maximumSize)
    }

    /// Fetches what is missing for columns that want it; one that fails stops no other.
    public func fetchMissing(of columns: [Column]) async throws -> Outcome {
        var outcome = Outcome()
        for column in columns {
            let settings = configuration.overridden(by: try await library.settings(of: column.id))
            guard settings[.syncImages] else { continue }
            let ids = try await library.ask { (store) throws(StoreError) in
                try await store.episodesWithoutImages(of: column.id, limit: Self.articleLimit)
            }
            for id in ids {
                try Task.checkCancellation()
                guard try await fetchImages(of: id, column, &outcome) else { break }
            }
        }
        if outcome.fetched > 0 { try await sweep() }
        return outcome
    }

    /// One article; false where there seems to be no network.
    private func fetchImages(of id: EpisodeID, _ column: Column, _ outcome: inout Outcome)
        async throws -> Bool
    {
        guard let article = try await library.article(of: id),
            let episode = try await library.episode(id)
        else { return true }
        let base = episode.link ?? column.link ?? column.url
        var wanted: [(source: String, url: String)] = []
        for source in ArticleDocument(article).imageSources.prefix(Self.imageLimit) {
            guard let url = ImageFetcher.address(source, against: base) else { continue }
            wanted.append((source, url))
        }
        var kept: [String: ArticleImage] = [:]
        var isFinal = true
        var queue = Array(Set(wanted.map(\.url)).sorted())[...]
        try await withThrowingTaskGroup(of: (String, Result).self) { group in
            func startNext() {
                guard let url = queue.popFirst() else { return }
                group.addTask { (url, try await image(url, forFeed: column.url)) }
            }
            for _ in 0..<Self.concurrency { startNext() }
            while let (url, result) = try await group.next() {
                startNext()
                switch result {
                case .kept(let image):
                    kept[url] = image
                    outcome.fetched += 1
                case .failed(let failure):
                    outcome.failed += 1
                    if Self.isOfNetwork(failure) { isFinal = false }
                }
            }
        }
        let images = wanted.map { source, url in
            ArticleImage(
                source: source, url: url, file: kept[url]?.file, bytes: kept[url]?.bytes ?? 0)
        }
        let (rows, isDone) = (images, isFinal)
        try await library.ask { (store) throws(StoreError) in
            try await store.keepImages(rows, of: id, isFinal: isDone)
        }
        return isFinal || !kept.isEmpty
    }

    private static func isOfNetwork(_ failure: Failure) -> Bool {
        switch failure.code {
        case .timeout, .dns, .tls: true
        case .refused: failure.detail != "not allowed"
        default: false
        }
    }

    /// Fetches one image, or takes it from an article that has it.
    private func image(_ url: String, forFeed feed: String) async throws
        -> Result
    {
        let known = try await library.ask { (store) throws(StoreError) in
            try await store.imageFile(of: url)
        }
        if let known, FilePath.exists("\(folder)/\(known.file)") {
            return .kept(
                ArticleImage(source: "", url: url, file: known.file, bytes: known.bytes))
        }
        switch await fetcher.fetch(url, forFeed: feed) {
        case .failed(let failure): return .failed(failure)
        case .bytes(let bytes):
            guard let kind = ImageKind(bytes) else {
                return .failed(Failure(code: .notAudio, url: url, detail: "no image"))
            }
            let name = Self.name(of: url) + "." + kind.suffix
            try PrivateFile.makeDirectory(folder)
            try PrivateFile.write(bytes, to: "\(folder)/\(name)")
            return .kept(ArticleImage(source: "", url: url, file: name, bytes: bytes.count))
        }
    }

    /// A file's name for an address: two 64-bit FNV-1a sums with different beginnings.
    private static func name(of url: String) -> String {
        func sum(_ start: UInt64) -> String {
            let value = url.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            let text = String(value, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
        return sum(0xCBF2_9CE4_8422_2325) + sum(0x9E37_79B9_7F4A_7C15)
    }

    /// Removes files that no article needs any more; young ones may be of another run.
    private func sweep() async throws {
        let needed = try await library.ask { (store) throws(StoreError) in
            try await store.imageFiles()
        }
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        let oldest = time(nil) - 3_600
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix("."), !needed.contains(name) else { continue }
            var status = stat()
            guard stat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                status.st_mtim.tv_sec < oldest
            else { continue }
            unlink("\(folder)/\(name)")
        }
    }
}

extension LibraryService {
    /// The files that hold an article's images, by their addresses as the article has them.
    public func imageFiles(of id: EpisodeID, places: Places) async throws(LibraryError)
        -> [String: String]
    {
        let images = try await ask { (store) throws(StoreError) in try await store.images(of: id) }
        var files: [String: String] = [:]
        for image in images {
            guard let file = image.file.map({ "\(places.imagesDirectory)/\($0)" }),
                FilePath.exists(file)
            else { continue }
            files[image.source] = file
        }
        return files
    }
}
