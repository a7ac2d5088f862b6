public import ColumnModel
public import HTTPKit
import JSONKit
import TransferFailures

/// Asks the directories, all at once.
public struct DirectorySearch: Sendable {
    /// Answers are larger than this only where something is wrong.
    private static let maximumAnswer = 8 << 20

    private let client: HTTPClient
    private let timeout: Duration
    private let now: @Sendable () -> Timestamp
    private let directories: [any Directory]

    /// Makes a search.
    ///
    /// - Parameters:
    ///   - itunes: the address of the iTunes Search API; nil leaves it out.
    ///   - podcastIndex: the address of Podcast Index with a key; nil leaves it out.
    ///   - now: the clock, which is part of how Podcast Index is asked.
    public init(
        client: HTTPClient, itunes: String?, podcastIndex: (url: String, key: DirectoryKey)?,
        timeout: Duration = .seconds(15), now: @escaping @Sendable () -> Timestamp
    ) {
        self.client = client
        self.timeout = timeout
        self.now = now
        var directories: [any Directory] = []
        if let itunes { directories.append(ITunesDirectory(base: itunes)) }
        if let podcastIndex {
            directories.append(PodcastIndex(base: podcastIndex.url, key: podcastIndex.key))
        }
        self.directories = directories
    }

    /// Whether there is any directory to ask.
    public var isEmpty: Bool { directories.isEmpty }

    /// Finds podcasts by words; a directory that fails is named, and the others count.
    public func search(_ text: String, limit: Int) async -> DirectoryAnswer {
        let lists = await withTaskGroup { group in
            for (index, directory) in directories.enumerated() {
                group.addTask { (index, await ask(directory, text, limit)) }
            }
            var lists: [Int: Result<[DirectoryResult], DirectoryFault>] = [:]
            for await (index, list) in group { lists[index] = list }
            return lists
        }
        var (found, failures): ([[DirectoryResult]], [DirectoryFailure]) = ([], [])
        for (index, directory) in directories.enumerated() {
            switch lists[index] {
            case .success(let list)?: found.append(list)
            case .failure(let fault)?:
                failures.append(DirectoryFailure(directory: directory.kind, failure: fault.failure))
            case nil: break
            }
        }
        return DirectoryAnswer(
            results: Array(Self.merge(found).prefix(limit)), failures: failures)
    }

    private func ask(_ directory: any Directory, _ text: String, _ limit: Int) async
        -> Result<[DirectoryResult], DirectoryFault>
    {
        do throws(HTTPError) {
            var request = directory.request(for: text, limit: limit, at: now())
            request.stallTimeout = timeout
            request.totalTimeout = timeout * 2
            request.compression = .any
            // From https to http nothing is followed.
            let isSecure = request.url.hasPrefix("https:")
            request.acceptsRedirect = { !isSecure || $0.origin.scheme == "https" }
            let response = try await client.fetch(request, memoryLimit: Self.maximumAnswer)
            guard response.head.status == 200 else {
                return .failure(
                    DirectoryFault(
                        failure: Failure(
                            code: [401, 403].contains(response.head.status) ? .login : .httpStatus,
                            status: response.head.status, url: request.url)))
            }
            guard case .bytes(let bytes) = response.body, let tree = JSONTree(bytes),
                let results = directory.results(in: tree)
            else { return .failure(DirectoryFault(failure: nil)) }
            return .success(results)
        } catch {
            return .failure(DirectoryFault(failure: Failure(error)))
        }
    }

    /// One list by turns, each feed once; http and https are the same feed.
    private static func merge(_ lists: [[DirectoryResult]]) -> [DirectoryResult] {
        var results: [DirectoryResult] = []
        var places: [Substring: Int] = [:]
        for turn in 0..<(lists.map(\.count).max() ?? 0) {
            for list in lists where turn < list.count {
                let result = list[turn]
                let url = result.feedURL
                var key = url[(url.firstRange(of: "://")?.upperBound ?? url.startIndex)...]
                if key.hasSuffix("/") { key.removeLast() }
                if let place = places[key] {
                    results[place].sources += result.sources.filter {
                        !results[place].sources.contains($0)
                    }
                } else {
                    places[key] = results.count
                    results.append(result)
                }
            }
        }
        return results
    }
}

private struct DirectoryFault: Error {
    let failure: Failure?
}
