public import ColumnModel
public import HTTPKit
import TransferFailures

/// Fetches images that articles show.
public struct ImageFetcher: Sendable {
    /// What came.
    public enum Answer: Sendable {
        /// The bytes.
        case bytes([UInt8])
        /// Why there are none.
        case failed(Failure)
    }

    private let client: HTTPClient
    private let timeout: Duration
    private let maximumSize: Int

    /// Makes a fetcher.
    ///
    /// - Parameters:
    ///   - timeout: how long a server may take for an answer, and be silent within one.
    ///   - maximumSize: no image is larger.
    public init(client: HTTPClient, timeout: Duration, maximumSize: ByteCount) {
        self.client = client
        self.timeout = timeout
        self.maximumSize = Int(maximumSize.bytes)
    }

    /// Fetches an address that a feed's article names; private hosts are refused unless the feed
    /// lies on one itself.
    public func fetch(_ url: String, forFeed feed: String) async -> Answer {
        var request = HTTPRequest(url: url)
        request.compression = .any
        request.connectTimeout = timeout
        request.stallTimeout = timeout
        request.totalTimeout = timeout * 4
        request.maxBytes = Int64(maximumSize)
        request.reach = HTTPReach(namedBy: feed)
        request.fields = [HTTPField(name: "Accept", value: "image/*;q=0.9, */*;q=0.1")]
        do throws(HTTPError) {
            let response = try await client.fetch(request, memoryLimit: maximumSize)
            guard response.head.status == 200, case .bytes(let bytes) = response.body else {
                return .failed(Failure(status: response.head.status, url: url))
            }
            return .bytes(bytes)
        } catch {
            return .failed(Failure(error))
        }
    }

    /// An address of an article made whole; nil where it is none of http.
    public static func address(_ source: String, against base: String?) -> String? {
        guard let base, let parsed = try? HTTPURL(base) else {
            return (try? HTTPURL(source))?.string
        }
        return (try? parsed.resolving(source))?.string
    }
}
