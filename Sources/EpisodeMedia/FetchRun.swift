import ColumnModel
import ColumnStore
import HTTPKit
import TransferFailures

/// The attempts of one call of `MediaFetcher.fetch`, with what they have learnt.
struct FetchRun {
    let fetcher: MediaFetcher
    let file: MediaFile
    let title: String
    let announced: AnnouncedMedia
    let credentials: HTTPCredentials?
    let wanted: MediaFetcher.Wanted
    let onProgress: @Sendable (MediaFetcher.Progress) -> Void

    private var memory = FetchMemory()
    /// How many attempts in a row brought nothing.
    private(set) var fruitless = 0
    private var lastFailure: Failure?
    /// Where a body ended with its connection.
    private var closedAt: Int64?
    /// The digest of a whole file that the server's announcement contradicts.
    private var contradicted: [UInt8]?
    private var acceptedDigest: [UInt8]?
    private var pageCount = 0
    private var refusalCount = 0
    /// How many answers in a row made another request necessary at once.
    private var turns = 0

    init(
        fetcher: MediaFetcher, file: MediaFile, title: String, announced: AnnouncedMedia,
        credentials: HTTPCredentials?, wanted: @escaping MediaFetcher.Wanted,
        onProgress: @escaping @Sendable (MediaFetcher.Progress) -> Void
    ) {
        self.fetcher = fetcher
        self.file = file
        self.title = title
        self.announced = announced
        self.credentials = credentials
        self.wanted = wanted
        self.onProgress = onProgress
    }

    /// Runs attempts until the file is whole or patience ends.
    func result() async -> Result<FinishedMedia, MediaError> {
        var run = self
        do throws(MediaError) {
            return .success(try await run.untilWhole())
        } catch {
            return .failure(error)
        }
    }

    private mutating func untilWhole() async throws(MediaError) -> FinishedMedia {
        while true {
            if Task.isCancelled { throw .cancelled }
            if let finished = try await file.finished() {
                return finished
            }
            if file.isWhole, !memory.forcesWhole {
                if let finished = try await tryToFinish() {
                    return finished
                }
            }
            if let primary = file.snapshot().primary, primary.url.isEmpty {
                // Bytes of which it is not known whence they came are compared one by one.
                memory.forcesWhole = true
            }
            let plan = nextPlan()
            guard let plan else { throw .changed }
            // Nothing is asked for that the reader does not want soon; then it may be another place.
            if !memory.forcesWhole, await file.waitUntilWanted(plan.hole) { continue }
            try await attempt(plan)
            file.clearRunning()
        }
    }

    private func nextPlan() -> FetchPlan? {
        let (primary, union, _) = file.snapshot()
        return FetchPlan(
            primary: primary, union: union, wanted: wanted(), feedURL: announced.url,
            memory: memory)
    }

    private mutating func tryToFinish() async throws(MediaError) -> FinishedMedia? {
        let outcome = try await file.finish(
            title: title, announced: announced, acceptedDigest: acceptedDigest)
        switch outcome {
        case .finished(let media): return media
        case .digestDiffers(let found):
            if contradicted == found {
                // Twice the same bytes: the announcement is wrong, not they (F50).
                acceptedDigest = found
                return try await tryToFinish()
            }
            lastFailure = Failure(code: .digest, url: announced.url)
            if contradicted != nil {
                try countFruitless()
            }
            contradicted = found
            memory.forcesWhole = true
            return nil
        }
    }

    // MARK: One attempt

    private mutating func attempt(_ plan: FetchPlan) async throws(MediaError) {
        try checkSpace()
        try await file.prepare(isAppending: plan.isAppending)
        memory.forcesWhole = false
        let fetch = makeFetch(plan)
        let result = try await perform(plan, fetch)
        let outcome = fetch.finish(result)
        let before = fetch.writtenBytes
        if case .ended = outcome {
            try await fetch.settle(isEndCertain: true)
        }
        if !file.isWhole {
            try await file.checkpoint()
        }
        if before > 0 {
            fruitless = 0
            turns = 0
        }
        try await judge(outcome, result, fetch, plan)
    }

    private func makeFetch(_ plan: FetchPlan) -> RangeFetch {
        let (file, onProgress) = (file, onProgress)
        return RangeFetch(
            file: file, plan: plan, feedURL: announced.url, announcedLength: announced.length
        ) { received in
            onProgress(
                MediaFetcher.Progress(
                    held: file.heldBytes, total: file.total, received: received))
        }
    }

    private func perform(_ plan: FetchPlan, _ fetch: RangeFetch)
        async throws(MediaError) -> Result<HTTPTransfer, HTTPError>
    {
        let host = Self.host(of: plan.url)
        do throws(CancellationError) {
            try await fetcher.limiter.acquire(host)
        } catch {
            throw .cancelled
        }
        defer { fetcher.limiter.release(host) }
        file.setRunning(fetch)
        let request = request(for: plan)
        let client = fetcher.client
        async let ended = Self.run(client, request, fetch)
        for await event in fetch.events {
            do throws(MediaError) {
                try await handle(event, fetch)
            } catch {
                fetch.stop(error)
            }
        }
        return await ended
    }

    private static func run(_ client: HTTPClient, _ request: HTTPRequest, _ fetch: RangeFetch)
        async -> Result<HTTPTransfer, HTTPError>
    {
        defer { fetch.endEvents() }
        do throws(HTTPError) {
            return .success(try await client.perform(request, receiver: fetch))
        } catch {
            return .failure(error)
        }
    }

    private func handle(_ event: FetchEvent, _ fetch: RangeFetch) async throws(MediaError) {
        switch event {
        case .announce(let isWaiting):
            try await file.announce()
            // Only the head has told how much there is.
            try checkSpace()
            if isWaiting {
                fetch.proceed()
            }
        case .checkpoint:
            try await file.checkpoint()
            try checkSpace()
        case .cut(let position, let key):
            try await file.cut(at: position, keepingFor: key)
            fetch.proceed()
        case .drop(let key):
            try await file.drop(key)
            fetch.proceed()
        }
    }

    private func request(for plan: FetchPlan) -> HTTPRequest {
        var request = HTTPRequest(url: plan.url)
        request.rangeStart = plan.start
        request.rangeEnd = plan.end
        if plan.start != nil, let ifRange = plan.ifRange {
            request.fields.append(HTTPField(name: "If-Range", value: ifRange))
        }
        request.compression = plan.decodes ? .any : .identity
        request.credentials = credentials
        request.reach = announced.reach
        request.connectTimeout = fetcher.policy.connectTimeout
        request.stallTimeout = fetcher.policy.stallTimeout
        request.rateLimiter = fetcher.policy.rateLimiter
        // A reader that keeps it waiting wants what it asks for, and no more.
        request.isPaced = file.isPaced
        request.bufferSize = request.isPaced ? 64 << 10 : 256 << 10
        return request
    }

    /// Keeps the reserve: what is missing must fit beside it (rule R10).
    private func checkSpace() throws(MediaError) {
        guard let free = fetcher.library.folder.freeBytes() else { return }
        let missing = file.total.map { max(0, $0 - file.heldBytes) } ?? 0
        let (needed, overflow) = missing.addingReportingOverflow(fetcher.policy.keepFree.bytes)
        guard !overflow, needed <= free else {
            throw .diskFull(missing: overflow ? missing : needed - free)
        }
    }

    // MARK: What follows

    private mutating func judge(
        _ outcome: FetchOutcome, _ result: Result<HTTPTransfer, HTTPError>, _ fetch: RangeFetch,
        _ plan: FetchPlan
    ) async throws(MediaError) {
        switch outcome {
        case .ended:
            memory.toldTotal = nil
            if fetch.writtenBytes == 0, !file.isWhole {
                lastFailure = Failure(code: .truncated, url: plan.url)
                // It may be that what was compared proves nothing, as silence does not: then all will.
                memory.forcesWhole = true
                try countFruitless()
                try await pause()
            }
        case .endedByClose(let position):
            try await judgeClose(at: position, fetch)
        case .broken(let error):
            throw diskError(error)
        case .notAudio:
            lastFailure = Failure(code: .notAudio, url: fetch.effectiveURL ?? plan.url)
            pageCount += 1
            // A login page of some network on the way may be gone at the next try.
            if pageCount > 1 { throw failed() }
            try await pause()
        case .differs:
            memory.forcesWhole = true
            try turn()
        case .refused(let verdict, let status):
            try await judgeRefusal(verdict, status, fetch, plan)
        case .lost:
            guard case .failure(let error) = result else { return }
            try await judgeLoss(error, fetch, plan)
        }
    }

    private mutating func judgeClose(at position: Int64, _ fetch: RangeFetch)
        async throws(MediaError)
    {
        let isConfirmed = closedAt == position && fetch.writtenBytes == 0
        closedAt = position
        guard position > 0 else {
            lastFailure = Failure(code: .truncated, url: announced.url)
            try countFruitless()
            try await pause()
            return
        }
        if isConfirmed || position == announced.length {
            try await fetch.settle(isEndCertain: position == announced.length)
        } else {
            try turn()
        }
    }

    private mutating func judgeRefusal(
        _ verdict: ResponseVerdict, _ status: Int, _ fetch: RangeFetch, _ plan: FetchPlan
    ) async throws(MediaError) {
        switch verdict {
        case .take: return
        case .unusableRange:
            memory.unusableRanges += 1
            memory.forcesWhole = true
        case .changed:
            memory.forcesWhole = true
        case .coded:
            memory.decodes = true
        case .ifRangeBroken:
            memory.isIfRangeBroken = true
        case .notSatisfiable(let total):
            let held = file.snapshot().union.heldEnd(from: 0)
            if let total, total > 0, total <= held, memory.toldTotal == nil {
                memory.toldTotal = total
            } else {
                memory.toldTotal = nil
                memory.forcesWhole = true
            }
        case .status:
            try await judgeStatus(status, fetch, plan)
            return
        }
        try turn()
    }

    private mutating func judgeStatus(_ status: Int, _ fetch: RangeFetch, _ plan: FetchPlan)
        async throws(MediaError)
    {
        lastFailure = Failure(status: status, url: fetch.effectiveURL ?? plan.url)
        if plan.isEffective, (400..<500).contains(status), status != 429 {
            // The address of a session has run out (F16): begin again at the feed's.
            memory.isEffectiveDead = true
            try turn()
            return
        }
        if let hold = await hold(for: status, fetch, plan) {
            if hold > fetcher.policy.longestHold { throw failed() }
            try countFruitless()
            return
        }
        switch status {
        case 401, 403, 410:
            // The feed's address is refused for good. What it led to may be a session that has run out
            // while its redirect was cached on the way: it is resolved anew, once.
            refusalCount += 1
            guard fetch.head?.redirects.isEmpty == false, refusalCount == 1 else { throw failed() }
        case 408, 425, 429, 500...599: break
        default: throw failed()
        }
        try countFruitless()
        try await pause()
    }

    /// Leaves a host alone for as long as it asks (rule R9); nil where it does not ask.
    private func hold(for status: Int, _ fetch: RangeFetch, _ plan: FetchPlan) async -> Duration? {
        guard status == 429 || status == 503, let head = fetch.head, let retry = head.retryAfter
        else { return nil }
        let now = Timestamp.current()
        let asked = retry.delay(from: now.secondsSince1970)
        let delay = min(max(asked, fetcher.policy.retryDelay), .seconds(3600))
        for host in Set([Self.host(of: plan.url), Self.host(of: head.effectiveURL)]) {
            fetcher.limiter.hold(host, for: delay)
            try? await fetcher.library.storing { (store) async throws(StoreError) in
                try await store.setNotBefore(now + delay, ofHost: host)
            }
        }
        return delay
    }

    private mutating func judgeLoss(_ error: HTTPError, _ fetch: RangeFetch, _ plan: FetchPlan)
        async throws(MediaError)
    {
        if case .cancelled = error.reason { throw .cancelled }
        lastFailure = Failure(error)
        switch error.reason {
        case .badURL, .unsupportedScheme, .redirect, .privateHost, .tls:
            guard plan.isEffective else { throw failed() }
        default: break
        }
        if fetch.writtenBytes == 0 {
            // Another host may stand behind the feed's own address.
            memory.isEffectiveDead = memory.isEffectiveDead || plan.isEffective && fruitless > 0
            try countFruitless()
        }
        try await pause()
    }

    // MARK: Patience

    /// Another request at once; a server that turns us in circles is left.
    private mutating func turn() throws(MediaError) {
        turns += 1
        if turns > 8 {
            lastFailure = lastFailure ?? Failure(code: .changed, url: announced.url)
            throw failed()
        }
    }

    private mutating func countFruitless() throws(MediaError) {
        fruitless += 1
        if fruitless >= fetcher.policy.attempts { throw failed() }
    }

    private func failed() -> MediaError {
        .failed(lastFailure ?? Failure(code: .refused, url: announced.url))
    }

    private func pause() async throws(MediaError) {
        let doublings = min(max(0, fruitless - 1), 10)
        let full = min(
            fetcher.policy.retryDelay * (1 << doublings), fetcher.policy.longestDelay)
        do throws(CancellationError) {
            try await fetcher.clock.sleep(full * (0.75 + fetcher.jitter() / 2))
        } catch {
            throw .cancelled
        }
    }

    private func diskError(_ error: MediaError) -> MediaError {
        guard case .file(_, _, 28) = error else { return error }  // ENOSPC
        // Where no server has told the length, the feed's is good enough to be named.
        let total = file.total ?? announced.length ?? 0
        return .diskFull(missing: max(0, total - file.heldBytes))
    }

    private static func host(of url: String) -> String {
        (try? HTTPURL(url))?.origin.host ?? ""
    }
}
