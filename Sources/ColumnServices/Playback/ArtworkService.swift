@preconcurrency import Glibc
import HTTPKit

/// Cover pictures as local files, for desktops and screens: fetched once, kept in the cache.
///
/// Without a network a picture that is kept is still there, and none is no fault.
public actor ArtworkService {
    /// No picture is larger.
    private static let maximumSize = 8 << 20
    /// All of them together are no larger; the oldest go first.
    private static let maximumCache = 64 << 20
    /// After so long a picture is asked for again.
    private static let freshness = 30 * 86_400

    private let folder: String
    private let makeClient: @Sendable () -> HTTPClient
    private var client: HTTPClient?
    private var running: [String: Task<String?, Never>] = [:]
    /// What could not be had is not asked for again by this process.
    private var missing: Set<String> = []

    /// Makes a service; its folder and the network's library come with the first picture.
    public init(places: Places, configuration: Configuration) {
        folder = places.cacheDirectory + "/artwork"
        makeClient = { configuration.makeClient() }
    }

    /// The path of the picture at an address; nil where it cannot be had, or is no picture.
    ///
    /// A picture that changed has another path, since desktops remember pictures by their paths.
    ///
    /// - Parameter feed: the address of the feed that names it: one on the internet is not to make us
    ///   ask hosts of the user's own network. Nil: nobody else named it.
    public func picture(at url: String, namedBy feed: String?) async -> String? {
        let key = Self.key(Array(url.utf8))
        let kept = kept(key)
        if let kept, kept.isFresh || missing.contains(url) { return kept.path }
        let reach = feed.map { HTTPReach(namedBy: $0) } ?? .anywhere
        guard !missing.contains(url) else { return kept?.path }
        if let task = running[url] { return await task.value }
        let task = Task { await fetch(url, key, reach) }
        running[url] = task
        let path = await task.value
        running[url] = nil
        if path == nil { missing.insert(url) }
        return path ?? kept?.path
    }

    /// The path of the picture at an address that is here already; asks no network.
    public func keptPicture(at url: String) -> String? {
        kept(Self.key(Array(url.utf8)))?.path
    }

    private func fetch(_ url: String, _ key: String, _ reach: HTTPReach) async -> String? {
        let client = client ?? makeClient()
        self.client = client
        var request = HTTPRequest(url: url)
        request.totalTimeout = .seconds(60)
        request.reach = reach
        request.maxBytes = Int64(Self.maximumSize)
        guard
            let response = try? await client.fetch(request, memoryLimit: Self.maximumSize),
            response.head.status == 200, case .bytes(let bytes) = response.body,
            let kind = Self.kind(of: bytes)
        else { return nil }
        let path = "\(folder)/\(key)-\(Self.key(bytes)).\(kind)"
        if (try? PrivateFile.write(bytes, to: path)) == nil { return nil }
        for (name, _, _) in files() where name.hasPrefix(key + "-") && "\(folder)/\(name)" != path {
            unlink("\(folder)/\(name)")
        }
        tidy(keeping: path)
        return path
    }

    private func kept(_ key: String) -> (path: String, isFresh: Bool)? {
        guard let (name, _, time) = files().first(where: { $0.name.hasPrefix(key + "-") }) else {
            return nil
        }
        return ("\(folder)/\(name)", Int(Glibc.time(nil)) - time < Self.freshness)
    }

    private func tidy(keeping path: String) {
        var total = 0
        for (name, size, _) in files().sorted(by: { $0.time > $1.time }) {
            total += size
            if total > Self.maximumCache, "\(folder)/\(name)" != path {
                unlink("\(folder)/\(name)")
            }
        }
    }

    private func files() -> [(name: String, size: Int, time: Int)] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var found: [(name: String, size: Int, time: Int)] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var status = stat()
            guard !name.hasPrefix("."), stat("\(folder)/\(name)", &status) == 0 else { continue }
            found.append((name, Int(status.st_size), status.st_mtim.tv_sec))
        }
        return found
    }

    /// What a picture is by its first bytes; servers say much.
    static func kind(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpg" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "png" }
        if bytes.starts(with: "GIF8".utf8) { return "gif" }
        if bytes.count > 12, bytes.starts(with: "RIFF".utf8),
            bytes[8..<12].elementsEqual("WEBP".utf8)
        {
            return "webp"
        }
        return nil
    }

    /// A name for some bytes (FNV-1a, 64 bits): stable across runs.
    private static func key(_ bytes: [UInt8]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
