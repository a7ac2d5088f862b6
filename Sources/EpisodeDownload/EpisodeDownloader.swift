public import ColumnModel
import ColumnStore
public import EpisodeMedia
public import HTTPKit
import Synchronization

/// Downloads episodes: several at once, few from one host, each resumed where it was left.
///
/// Two processes may run over the same list: what one has begun the other passes over.
public struct EpisodeDownloader: Sendable {
    /// Finds the login for an address, if there is one.
    public typealias CredentialsSource = @Sendable (Episode) async -> HTTPCredentials?

    let library: MediaLibrary
    private let client: HTTPClient
    private let configuration: DownloadConfiguration
    private let clock: MonotonicClock
    private let credentials: CredentialsSource

    /// Makes a downloader.
    public init(
        library: MediaLibrary, client: HTTPClient, configuration: DownloadConfiguration,
        clock: MonotonicClock = .system, credentials: @escaping CredentialsSource = { _ in nil }
    ) {
        self.library = library
        self.client = client
        var configuration = configuration
        if let rate = configuration.rate {
            configuration.policy.rateLimiter = RateLimiter(bytesPerSecond: rate.bytes)
        }
        self.configuration = configuration
        self.clock = clock
        self.credentials = credentials
    }

    /// Downloads what is missing of some episodes, in order as far as the limits allow.
    ///
    /// Cancelling the task ends the transfers at once and keeps all that was fetched. A full disk
    /// ends the run likewise. Other failures end one download only.
    public func run(
        _ episodes: [EpisodeID], onEvent: @escaping @Sendable (DownloadEvent) -> Void
    ) async -> DownloadSummary {
        let limiter = HostLimiter(
            total: configuration.concurrency, perHost: configuration.perHost, clock: clock)
        let fetcher = MediaFetcher(
            library: library, client: client, limiter: limiter, clock: clock,
            policy: configuration.policy)
        var queue = await DownloadQueue(
            episodes, store: library.store, perHost: configuration.perHost)
        // What a killed run had not begun is still wanted. A library that cannot be written makes
        // each download fail for itself, with its cause.
        try? await library.store.requestMedia(queue.rest)
        await restoreHolds(queue.hosts, limiter)
        var summary = DownloadSummary()
        for id in queue.unknown {
            summary.withoutAudio.append(id)
            onEvent(.skipped(id, .noAudio))
        }
        // A download that waits for its next attempt holds no place in the limiter, so more may be
        // open than run: a host that hangs then holds up nobody else.
        let mostOpen = max(32, configuration.concurrency * 4)
        let received = Mutex<Int64>(0)
        await withTaskGroup(of: DownloadResult.self) { group in
            var isStopping = false
            while true {
                while !isStopping, queue.openCount < mostOpen, let item = queue.next() {
                    let reporter = DownloadReporter(item.episode.id, onEvent) { count in
                        received.withLock { $0 += count }
                    }
                    group.addTask { await download(item, fetcher, reporter) }
                }
                guard let result = await group.next() else { break }
                queue.close(result.item)
                note(result, &summary, onEvent)
                if Task.isCancelled || summary.missingSpace != nil, !isStopping {
                    isStopping = true
                    group.cancelAll()
                }
            }
        }
        summary.remaining += queue.rest
        summary.receivedBytes = received.withLock { $0 }
        summary.isCancelled = Task.isCancelled
        return summary
    }
}

extension EpisodeDownloader {
    private func download(
        _ item: DownloadQueue.Item, _ fetcher: MediaFetcher, _ reporter: DownloadReporter
    ) async -> DownloadResult {
        let episode = item.episode
        var held: Int64 = 0
        do throws(MediaError) {
            guard let announced = try await library.announced(episode) else {
                return DownloadResult(item: item, outcome: .skipped(.noAudio), held: 0)
            }
            let file = try await MediaFile.open(episode.id, in: library)
            held = file.heldBytes
            if file.isComplete {
                return DownloadResult(item: item, outcome: .skipped(.alreadyComplete), held: held)
            }
            reporter.started(held: held, total: file.total)
            defer { held = file.heldBytes }
            let finished = try await fetcher.fetch(
                file, title: episode.title, announced: announced,
                credentials: await credentials(episode), onProgress: reporter.progress)
            return DownloadResult(item: item, outcome: .finished(finished), held: finished.size)
        } catch .inUse {
            return DownloadResult(item: item, outcome: .skipped(.inUse), held: held)
        } catch {
            if let failure = await remember(error, episode.id) {
                return DownloadResult(item: item, outcome: .failed(failure), held: held)
            }
            return DownloadResult(item: item, outcome: .stopped(error), held: held)
        }
    }

    /// Writes a failure into the library; nil for what is no fault of the download itself.
    private func remember(_ error: MediaError, _ id: EpisodeID) async -> Failure? {
        switch error {
        case .cancelled, .interrupted, .diskFull, .store(.diskFull): return nil
        default: break
        }
        let failure = error.failure
        do throws(StoreError) {
            try await library.store.failMedia(of: id, failure, fruitless: 0, notBefore: nil)
        } catch {
            return MediaError.store(error).failure
        }
        return failure
    }

    private func note(
        _ result: DownloadResult, _ summary: inout DownloadSummary,
        _ onEvent: @Sendable (DownloadEvent) -> Void
    ) {
        let id = result.item.episode.id
        switch result.outcome {
        case .finished(let media):
            summary.finished.append(id)
            onEvent(.finished(id, media))
        case .failed(let failure):
            summary.failures[id] = failure
            onEvent(.failed(id, failure, held: result.held))
        case .skipped(let reason):
            switch reason {
            case .alreadyComplete: summary.alreadyComplete.append(id)
            case .inUse: summary.inUse.append(id)
            case .noAudio: summary.withoutAudio.append(id)
            }
            onEvent(.skipped(id, reason))
        case .stopped(let error):
            summary.remaining.append(id)
            if case .diskFull(let missing) = error {
                summary.missingSpace = max(summary.missingSpace ?? 0, missing)
            } else if case .store(.diskFull) = error {
                summary.missingSpace = summary.missingSpace ?? 0
            }
            if summary.missingSpace != nil, error.failure.code == .diskFull {
                onEvent(.failed(id, error.failure, held: result.held))
            }
        }
    }

    /// Hosts that asked in an earlier run to be left alone still are.
    private func restoreHolds(_ hosts: Set<String>, _ limiter: HostLimiter) async {
        let now = Timestamp.current()
        for host in hosts {
            guard let until = try? await library.store.notBefore(ofHost: host), until > now else {
                continue
            }
            limiter.hold(host, for: until - now)
        }
    }
}

/// What became of one download.
struct DownloadResult: Sendable {
    enum Outcome: Sendable {
        case finished(FinishedMedia)
        case failed(Failure)
        case skipped(DownloadEvent.SkipReason)
        case stopped(MediaError)
    }

    let item: DownloadQueue.Item
    let outcome: Outcome
    let held: Int64
}
