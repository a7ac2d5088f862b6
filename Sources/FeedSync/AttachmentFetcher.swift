public import ColumnModel
public import ColumnStore
import FeedParsing
public import HTTPKit
import TransferFailures

/// Fetches the chapters and transcripts that feeds offer apart, and keeps them in the library.
public struct AttachmentFetcher: Sendable {
    /// No such document is larger.
    private static let maximumSize = 16 << 20

    private let store: Store
    private let client: HTTPClient
    private let timeout: Duration

    /// Makes a fetcher.
    ///
    /// - Parameter timeout: how long a server may take for an answer, and be silent within one.
    public init(store: Store, client: HTTPClient, timeout: Duration) {
        self.store = store
        self.client = client
        self.timeout = timeout
    }

    /// Fetches what is not kept yet of an episode's attachments; answers why some could not be had.
    ///
    /// One that fails never stops the others, and is asked for again the next time.
    @discardableResult
    public func fetchMissing(of id: EpisodeID) async throws(StoreError) -> [Failure] {
        var failures: [Failure] = []
        let column = try await store.episode(id)?.column
        var reach = HTTPReach(namedBy: "")
        if let column, let feed = try await store.column(column) {
            reach = HTTPReach(namedBy: feed.url)
        }
        for attachment in try await store.attachments(of: id) where attachment.body == nil {
            guard !Task.isCancelled else { break }
            do throws(FeedSyncError) {
                let (body, type) = try await fetch(attachment.url, reach)
                try await keep(body, type: type ?? attachment.type, of: attachment, for: id)
            } catch {
                failures.append(error.failure)
            }
        }
        return failures
    }

    private func fetch(_ url: String, _ reach: HTTPReach)
        async throws(FeedSyncError) -> ([UInt8], type: String?)
    {
        var request = HTTPRequest(url: url)
        request.reach = reach
        request.compression = .any
        request.connectTimeout = timeout
        request.stallTimeout = timeout
        request.maxBytes = Int64(Self.maximumSize)
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try await client.fetch(request, memoryLimit: Self.maximumSize)
        } catch {
            throw FeedSyncError(failure: Failure(error))
        }
        guard response.head.status == 200, case .bytes(let bytes) = response.body else {
            throw FeedSyncError(failure: Failure(status: response.head.status, url: url))
        }
        return (bytes, response.head.fields["content-type"])
    }

    /// Keeps a document that can be read; a web page in its place is a failure.
    private func keep(
        _ body: [UInt8], type: String?, of attachment: Attachment, for id: EpisodeID
    ) async throws(FeedSyncError) {
        do throws(StoreError) {
            switch attachment.kind {
            case .chapters:
                guard let chapters = ChapterParser.chapters(fromJSON: body) else {
                    throw StoreError.notFound
                }
                try await store.setChapters(chapters, from: .json, of: id)
            case .transcript:
                guard
                    let transcript = TranscriptParser.transcript(from: body, contentType: type)
                else { throw StoreError.notFound }
                try await store.keepTranscript(transcript.text, from: attachment.url, of: id)
            }
            try await store.keep(body, of: attachment, for: id)
        } catch {
            throw FeedSyncError(
                failure: Failure(
                    code: .notAFeed, url: attachment.url,
                    detail: "no readable \(attachment.kind.rawValue)"))
        }
    }
}
