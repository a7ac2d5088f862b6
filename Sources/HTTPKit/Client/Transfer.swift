import CCurl
import Synchronization

/// One request on its way, over all its redirects.
///
/// Unchecked: everything but `isCancelled` belongs to the client's thread, to which the mailbox hands
/// it over; `continuation` is set before that.
final class Transfer: @unchecked Sendable {
    /// What to do when libcurl has ended a hop.
    enum Next {
        case redirect(HTTPURL)
        case finish(Result<HTTPTransfer, HTTPError>)
    }

    let request: HTTPRequest
    let isCancelled = Atomic(false)
    var continuation: CheckedContinuation<Result<HTTPTransfer, HTTPError>, Never>?

    /// Let go at the end: it may itself hold a control that leads back here.
    private var receiver: (any HTTPBodyReceiver)?
    private let mailbox: TransferMailbox
    private let secrets: [HTTPSecret]

    // The present hop.
    private(set) var url: HTTPURL
    private(set) var redirects: [HTTPRedirect] = []
    private var parser = ResponseHeadParser()
    private var target: HTTPURL?
    private var ignoredBytes = 0

    // The whole.
    private var head: HTTPResponseHead?
    private var byteCount: Int64 = 0
    private var failure: HTTPError.Reason?
    private let began = ContinuousClock.now
    private var hopBegan = ContinuousClock.now
    private var lastActivity = ContinuousClock.now
    private var isConnected = false
    private(set) var isPaused = false
    private let isReachLimited: Bool
    private var slowedUntil: ContinuousClock.Instant?

    init(
        request: HTTPRequest, url: HTTPURL, receiver: any HTTPBodyReceiver,
        mailbox: TransferMailbox, secrets: [HTTPSecret] = [], allowsPrivateHosts: Bool = false
    ) {
        self.request = request
        self.url = url
        self.receiver = receiver
        self.mailbox = mailbox
        self.secrets = secrets
        isReachLimited = request.reach.isJudging && !allowsPrivateHosts
    }

    /// Whether the address of each connection is to be judged: not through a proxy, whose it is.
    func judgesConnections(_ configuration: HTTPConfiguration) -> Bool {
        isReachLimited && !configuration.usesProxy(for: url)
    }

    /// Whether an address may be asked for, as far as its name tells.
    func mayReach(_ url: HTTPURL) -> Bool {
        !isReachLimited || request.reach.allows(url)
    }

    /// Judges the address to which a hop is connected, before its request is sent.
    func mayAsk(connectedTo address: String) -> Bool {
        guard !request.reach.allows(url, connectedTo: address) else { return true }
        failure = .privateHost
        return false
    }

    /// The login for the present hop, where one may be sent.
    var credentials: HTTPCredentials? {
        [request.credentials, url.credentials].compactMap { $0 }
            .first { $0.areAllowed(at: url.origin) }
    }

    /// Wakes the caller; later calls do nothing.
    func complete(_ result: Result<HTTPTransfer, HTTPError>) {
        receiver = nil
        continuation?.resume(returning: result)
        continuation = nil
    }

    /// Wakes the caller with an error at the present hop.
    func fail(_ reason: HTTPError.Reason) {
        complete(.failure(HTTPError(reason, url: url.string)))
    }

    // MARK: From libcurl

    /// Takes one line of the head, or of a trailer.
    func receive(line: UnsafeRawBufferPointer) -> Bool {
        lastActivity = .now
        guard parser.take(line) else {
            failure = .malformed(detail: "header fields too large")
            return false
        }
        if parser.isComplete, target == nil, failure == nil {
            readRedirect()
        }
        return true
    }

    /// Takes some of the body; answers as a CURLOPT_WRITEFUNCTION does.
    func receive(body: UnsafeRawBufferPointer) -> Int {
        let now = ContinuousClock.now
        lastActivity = now
        if target != nil || failure != nil {
            // The body of a redirect is of no use; a long one is not waited for.
            ignoredBytes += body.count
            return ignoredBytes > 64 << 10 || failure != nil ? 0 : body.count
        }
        if let slowedUntil, slowedUntil > now {
            isPaused = true
            return Int(CURL_WRITEFUNC_PAUSE)
        }
        slowedUntil = nil
        if let answer = deliverHead(), let result = act(answer) {
            return result
        }
        return take(body, at: now) ?? body.count
    }

    /// What follows when libcurl has ended the present hop.
    func ended(with code: CURLcode, detail: String) -> Next {
        if let target, failure == nil {
            redirects.append(
                HTTPRedirect(status: parser.status, from: url.string, to: target.string))
            return .redirect(target)
        }
        if failure == nil, code == CURLE_OK {
            if !parser.isComplete {
                failure = .malformed(detail: "no response head")
            } else if deliverHead() == .stop {
                failure = .stoppedByReceiver
            }
        }
        if failure == nil, code == CURLE_OK, let head {
            let transfer = HTTPTransfer(
                head: head, byteCount: byteCount, framing: framing(of: head))
            return .finish(.success(transfer))
        }
        let phase: HTTPError.Phase = !isConnected ? .connect : parser.isComplete ? .body : .response
        let reason =
            failure
            ?? HTTPError.Reason(code, bytes: byteCount, phase: phase, detail: detail)
        return .finish(.failure(HTTPError(reason, url: url.string)))
    }

    // MARK: From the loop

    /// Makes ready for the next hop.
    func beginHop(at next: HTTPURL) {
        url = next
        parser = ResponseHeadParser()
        target = nil
        ignoredBytes = 0
        isConnected = false
        hopBegan = .now
        lastActivity = hopBegan
    }

    /// Forgets a pause; the stall clock starts again.
    func resumed() {
        isPaused = false
        slowedUntil = nil
        lastActivity = .now
    }

    /// When a transfer that waits for the sake of a rate may go on.
    var slowedEnd: ContinuousClock.Instant? { isPaused ? slowedUntil : nil }

    /// What time demands of a transfer.
    enum Demand {
        case nothing(until: ContinuousClock.Instant)
        case resume
        case fail(HTTPError.Reason)
    }

    /// Checks the limits on time.
    ///
    /// - Parameter connectedAfter: how long this hop took to be ready to send; nil while it is not.
    func demand(
        at now: ContinuousClock.Instant, connectedAfter: () -> Duration?
    ) -> Demand {
        var next = now + .seconds(3600)
        if let limit = request.totalTimeout {
            guard now < began + limit else { return .fail(.timeout(.total)) }
            next = min(next, began + limit)
        }
        if isPaused {
            guard let slowedUntil else { return .nothing(until: next) }
            return slowedUntil <= now ? .resume : .nothing(until: min(next, slowedUntil))
        }
        if !isConnected {
            guard let after = connectedAfter() else {
                // libcurl itself ends a connection that takes too long.
                return .nothing(until: min(next, now + .milliseconds(200)))
            }
            isConnected = true
            lastActivity = max(lastActivity, hopBegan + after)
        }
        let limit = lastActivity + request.stallTimeout
        guard now < limit else { return .fail(.timeout(parser.isComplete ? .body : .response)) }
        return .nothing(until: min(next, limit))
    }
}

extension Transfer {
    /// Hands the head over if that has not been done; nil when it had been.
    private func deliverHead() -> HTTPReceiverAnswer? {
        guard head == nil, let receiver else { return nil }
        let head = HTTPResponseHead(
            status: parser.status, version: parser.version, fields: parser.fields,
            effectiveURL: url.string, redirects: redirects)
        self.head = head
        let answer = receiver.receive(
            head: head, control: HTTPTransferControl(mailbox: mailbox, transfer: self))
        return answer
    }

    /// Does what a receiver answered; nil to go on with the bytes at hand.
    private func act(_ answer: HTTPReceiverAnswer) -> Int? {
        switch answer {
        case .proceed: return nil
        case .stop:
            failure = .stoppedByReceiver
            return 0
        case .pause:
            isPaused = true
            return Int(CURL_WRITEFUNC_PAUSE)
        }
    }

    private func take(_ body: UnsafeRawBufferPointer, at now: ContinuousClock.Instant) -> Int? {
        if let limit = request.maxBytes, byteCount + Int64(body.count) > limit {
            failure = .tooLarge(limit: limit)
            return 0
        }
        guard let receiver else { return 0 }
        if let result = act(receiver.receive(body: body)) {
            return result
        }
        byteCount += Int64(body.count)
        if let limiter = request.rateLimiter {
            slowedUntil = limiter.book(body.count, at: now)
        }
        return nil
    }

    private func readRedirect() {
        guard [301, 302, 303, 307, 308].contains(parser.status),
            let location = parser.fields["location"], !location.isEmpty
        else { return }
        guard redirects.count < request.redirectLimit, !request.method.sendsBody else {
            failure = .redirect(.tooMany)
            return
        }
        do throws(HTTPError) {
            let next = try secrets.hiding(in: try url.resolving(location))
            guard request.acceptsRedirect?(next) != false else {
                failure = .redirect(.badTarget)
                return
            }
            guard mayReach(next) else {
                failure = .privateHost
                return
            }
            target = next
        } catch {
            if case .unsupportedScheme(let scheme) = error.reason {
                failure = .redirect(.scheme(scheme))
            } else {
                failure = .redirect(.badTarget)
            }
        }
    }

    private func framing(of head: HTTPResponseHead) -> HTTPTransfer.Framing {
        if request.method == .head || head.status == 204 || head.status == 304 {
            return .none
        }
        if head.fields["transfer-encoding"]?.lowercased().contains("chunked") == true {
            return .chunked
        }
        if let length = head.contentLength {
            return .contentLength(length)
        }
        return head.version.hasPrefix("1") ? .untilClose : .chunked
    }
}
