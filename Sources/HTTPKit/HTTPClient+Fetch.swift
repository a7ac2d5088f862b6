import Synchronization

extension HTTPClient {
    /// Runs a request and collects the body, in memory up to a size and in a temporary file beyond it.
    ///
    /// - Parameters:
    ///   - memoryLimit: how many bytes are kept in memory.
    ///   - folder: where the temporary file goes; nil ends a longer body with `tooLarge`.
    public func fetch(
        _ request: HTTPRequest, memoryLimit: Int = 4 << 20, temporaryFolder folder: String? = nil
    ) async throws(HTTPError) -> HTTPResponse {
        var request = request
        if folder == nil {
            request.maxBytes = min(request.maxBytes ?? .max, Int64(memoryLimit))
        }
        let collector = BodyCollector(memoryLimit: memoryLimit, folder: folder ?? "/tmp")
        do throws(HTTPError) {
            let transfer = try await perform(request, receiver: collector)
            return HTTPResponse(transfer: transfer, body: collector.takeBody())
        } catch {
            guard let failure = collector.failure else { throw error }
            throw HTTPError(.cannotStore(errno: failure), url: error.url)
        }
    }
}

/// Collects a body.
private final class BodyCollector: HTTPBodyReceiver {
    private struct State {
        var bytes: [UInt8] = []
        var file: TemporaryFile?
        var failure: Int32?
    }

    private let memoryLimit: Int
    private let folder: String
    private let state = Mutex(State())

    init(memoryLimit: Int, folder: String) {
        self.memoryLimit = memoryLimit
        self.folder = folder
    }

    var failure: Int32? { state.withLock { $0.failure } }

    func receive(head: HTTPResponseHead, control: HTTPTransferControl) -> HTTPReceiverAnswer {
        // What the server announces saves growing step by step; it is a hint only.
        if let length = head.contentLength, length > 0, length <= Int64(memoryLimit) {
            state.withLock { $0.bytes.reserveCapacity(Int(length)) }
        }
        return .proceed
    }

    func receive(body: UnsafeRawBufferPointer) -> HTTPReceiverAnswer {
        state.withLock { state in
            do throws(SystemError) {
                if let file = state.file {
                    try file.append(body)
                } else if state.bytes.count + body.count <= memoryLimit {
                    state.bytes.append(contentsOf: body)
                } else {
                    let file = try TemporaryFile(in: folder)
                    try state.bytes.withUnsafeBytes { bytes in
                        Result { () throws(SystemError) in try file.append(bytes) }
                    }.get()
                    try file.append(body)
                    state.bytes = []
                    state.file = file
                }
                return .proceed
            } catch {
                state.failure = error.errno
                return .stop
            }
        }
    }

    func takeBody() -> HTTPResponse.Body {
        state.withLock { state in
            if let file = state.file {
                return .file(file)
            }
            defer { state.bytes = [] }
            return .bytes(state.bytes)
        }
    }
}
