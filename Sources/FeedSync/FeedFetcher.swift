import ColumnModel
import ColumnStore
import FeedParsing
import HTTPKit
import TransferFailures

/// Asks for one feed and judges the answer.
struct FeedFetcher: Sendable {
    /// What came.
    enum Answer: Sendable {
        /// The feed is what it was (304).
        case notModified(HTTPResponseHead)
        /// A body that may be a feed.
        case feed(FetchedFeed)
    }

    /// The longest time for which a host's Retry-After is believed.
    private static let longestRetryAfter = Duration.seconds(86_400)

    let client: HTTPClient
    /// Where bodies go that are too large for memory.
    let temporaryFolder: String
    let configuration: FeedSyncConfiguration
    let logins: LoginLookup
    let now: @Sendable () -> Timestamp

    /// Fetches an address, with the validators of the last clean fetch of the same address.
    ///
    /// - Parameter source: the document that names the address; nil: the user does.
    func fetch(_ url: String, state: FeedState, namedBy source: String? = nil)
        async throws(FeedSyncError) -> Answer
    {
        var request = HTTPRequest(url: url)
        request.reach = HTTPReach(namedBy: source ?? url)
        request.compression = .any
        request.connectTimeout = configuration.timeout
        request.stallTimeout = configuration.timeout
        request.maxBytes = configuration.maximumFeedSize.bytes
        request.fields = [
            HTTPField(
                name: "Accept",
                value: "application/rss+xml, application/atom+xml, application/feed+json, "
                    + "application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5")
        ]
        if state.validatorsURL == url && !configuration.isForced {
            if let etag = state.etag {
                request.fields.append(HTTPField(name: "If-None-Match", value: etag))
            }
            if let date = state.lastModified {
                request.fields.append(HTTPField(name: "If-Modified-Since", value: date))
            }
        }
        if let login = logins(url), let origin = (try? HTTPURL(url))?.origin {
            request.credentials = HTTPCredentials(
                user: login.user, password: login.password, origin: origin)
        }
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try await client.fetch(request, temporaryFolder: temporaryFolder)
        } catch {
            throw FeedSyncError(failure: Failure(error))
        }
        return try judge(response)
    }

    private func judge(_ response: HTTPResponse) throws(FeedSyncError) -> Answer {
        let head = response.head
        switch head.status {
        case 304:
            return .notModified(head)
        case 200, 203:
            return .feed(try FetchedFeed(response))
        default:
            var error = FeedSyncError(failure: Failure(status: head.status, url: head.effectiveURL))
            if head.status == 429 || head.status == 503 {
                error.retryAfter = head.retryAfter.map { retry in
                    min(retry.delay(from: now().secondsSince1970), Self.longestRetryAfter)
                }
            }
            throw error
        }
    }
}
