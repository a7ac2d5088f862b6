public import HTTPKit

/// Fetches what is missing of a file, attempt by attempt, until it is whole.
public struct MediaFetcher: Sendable {
    /// How far a fetch is.
    public struct Progress: Sendable, Equatable {
        /// How many bytes are held.
        public let held: Int64
        /// How many there are in all; nil while that is not known.
        public let total: Int64?
        /// How many came over the network since the last report of this attempt.
        public let received: Int64
    }

    /// Where a fetch begins when several places miss bytes; asked before each request.
    public typealias Wanted = @Sendable () -> Int64

    let library: MediaLibrary
    let client: HTTPClient
    let limiter: HostLimiter
    let clock: MonotonicClock
    let policy: FetchPolicy
    /// A number from 0 up to 1 that spreads waits; tests give their own.
    let jitter: @Sendable () -> Double

    /// Makes a fetcher.
    public init(
        library: MediaLibrary, client: HTTPClient, limiter: HostLimiter,
        clock: MonotonicClock = .system, policy: FetchPolicy = FetchPolicy(),
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.library = library
        self.client = client
        self.limiter = limiter
        self.clock = clock
        self.policy = policy
        self.jitter = jitter
    }

    /// Fetches until the file is whole and stands under its final name.
    ///
    /// What was fetched is kept on every error and on cancellation, after which a later call goes on.
    public func fetch(
        _ file: MediaFile, title: String, announced: AnnouncedMedia,
        credentials: HTTPCredentials? = nil, wanted: @escaping Wanted = { 0 },
        onProgress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws(MediaError) -> FinishedMedia {
        let run = FetchRun(
            fetcher: self, file: file, title: title, announced: announced,
            credentials: credentials, wanted: wanted, onProgress: onProgress)
        guard file.beginFetching() else { throw .inUse }
        // A task of its own, so that a reader who wants another place can end it.
        let task = Task { () -> Result<FinishedMedia, MediaError> in
            let result = await run.result()
            return file.endFetching(result)
        }
        file.setTask(task)
        return try await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }.get()
    }
}
