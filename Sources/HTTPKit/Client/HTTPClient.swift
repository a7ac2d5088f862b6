import CCurl
import Synchronization
import ThreadKit

/// Fetches over HTTP/1.1 and HTTP/2 with libcurl's multi interface, on a thread of its own.
///
/// Connections, name look-ups, TLS sessions and cookies (in memory) are shared by all requests. The
/// client itself sets no limit on how many run; see `HostLimiter`.
public final class HTTPClient: Sendable {
    private let mailbox: TransferMailbox
    private let configuration: HTTPConfiguration

    /// Makes a client and starts its thread.
    public init(configuration: HTTPConfiguration) {
        _ = Self.globalState
        self.configuration = configuration
        let mailbox = TransferMailbox()
        self.mailbox = mailbox
        startThread(name: "http") {
            TransferLoop(mailbox: mailbox, configuration: configuration).run()
        }
    }

    deinit {
        mailbox.finish()
    }

    /// libcurl wants its global start before any thread uses it (`curl_global_init`).
    private static let globalState: CURLcode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

    /// Runs a request and hands the response to a receiver as it comes.
    ///
    /// Cancelling the task ends the transfer at once; the receiver is not called after this returns.
    @discardableResult
    public func perform(_ request: HTTPRequest, receiver: any HTTPBodyReceiver)
        async throws(HTTPError) -> HTTPTransfer
    {
        let url = try HTTPURL(request.url)
        let transfer = Transfer(
            request: request, url: url, receiver: receiver, mailbox: mailbox,
            secrets: configuration.secrets,
            allowsPrivateHosts: configuration.allowsPrivateHosts)
        guard transfer.mayReach(url) else { throw HTTPError(.privateHost, url: url.string) }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                transfer.continuation = continuation
                mailbox.post(.start(transfer))
            }
        } onCancel: {
            transfer.isCancelled.store(true, ordering: .relaxed)
            mailbox.post(.cancel(transfer))
        }
        return try result.get()
    }
}
