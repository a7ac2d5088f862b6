import HTTPKit
import TestSupport
import Testing

/// The client against a real server.
@Suite struct HTTPClientTests {
    private let server = LoopbackServer()
    private let client = HTTPClient(configuration: HTTPConfiguration(userAgent: "test/1"))
    private let content = Content(FakeMP3.bytes(count: 300_000), etag: "\"e\"")

    private func request(_ path: String) -> HTTPRequest {
        HTTPRequest(url: server.url(path))
    }

    private func failure(_ request: HTTPRequest, _ receiver: Recorder = Recorder())
        async -> HTTPError.Reason?
    {
        do throws(HTTPError) {
            try await client.perform(request, receiver: receiver)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test func wholeBody() async throws {
        server.route("/a", serving: content)
        let recorder = Recorder()
        let transfer = try await client.perform(request("/a"), receiver: recorder)
        #expect(transfer.head.status == 200)
        #expect(transfer.head.entityTag?.text == "\"e\"")
        #expect(transfer.framing == .contentLength(300_000))
        #expect(transfer.byteCount == 300_000)
        #expect(recorder.record.value.body == content.bytes)
        #expect(recorder.record.value.headCount == 1)
        let asked = try #require(server.log.entries.first?.request)
        #expect(asked.headers["User-Agent"] == "test/1")
        #expect(asked.headers["Accept-Encoding"] == "identity")
    }

    @Test func rangeAndFields() async throws {
        server.route("/a", serving: content)
        var request = request("/a")
        request.rangeStart = 299_990
        request.fields = [HTTPField(name: "If-Range", value: "\"e\"")]
        let recorder = Recorder()
        let transfer = try await client.perform(request, receiver: recorder)
        #expect(transfer.head.status == 206)
        #expect(transfer.head.contentRange?.range == 299_990..<300_000)
        #expect(recorder.record.value.body == Array(content.bytes[299_990...]))
    }

    @Test func errorStatusIsAnAnswer() async throws {
        let transfer = try await client.perform(request("/none"), receiver: Recorder())
        #expect(transfer.head.status == 404)
    }

    @Test func headRequestHasNoBody() async throws {
        server.route("/a", serving: content)
        var request = request("/a")
        request.method = .head
        let recorder = Recorder()
        let transfer = try await client.perform(request, receiver: recorder)
        #expect(transfer.framing == .none)
        #expect(recorder.record.value.headCount == 1)
        #expect(transfer.head.contentLength == 300_000)
    }

    @Test func connectionIsUsedAgain() async throws {
        server.route("/a", serving: content)
        for _ in 0..<3 {
            try await client.perform(request("/a"), receiver: Recorder())
        }
        #expect(Set(server.log.entries.map(\.request.connection)).count == 1)
    }

    @Test(arguments: [
        (Response.Framing.chunked, HTTPTransfer.Framing.chunked, true),
        (.untilClose, .untilClose, false),
    ])
    func framing(
        sent: Response.Framing, seen: HTTPTransfer.Framing, isFramed: Bool
    ) async throws {
        let content = content
        server.route("/a") { .serving(content, to: $0).framed(sent) }
        let transfer = try await client.perform(request("/a"), receiver: Recorder())
        #expect(transfer.framing == seen)
        #expect(transfer.isFramedToItsEnd == isFramed)
        #expect(transfer.byteCount == 300_000)
    }

    // MARK: What goes wrong

    @Test(arguments: [
        ("reset", Response.Framing.length(claimed: nil), Fault.reset(after: 100_000)),
        ("close", .length(claimed: nil), .close(after: 100_000)),
        ("chunked", .chunked, .close(after: 100_000)),
    ])
    func brokenBody(id: String, framing: Response.Framing, fault: Fault) async {
        let content = content
        server.route("/a") { .serving(content, to: $0).framed(framing).adding(fault) }
        let recorder = Recorder()
        let reason = await failure(request("/a"), recorder)
        let count = recorder.record.value.body.count
        #expect(reason == .connectionLost(afterBytes: Int64(count)))
        #expect(recorder.record.value.body == Array(content.bytes.prefix(count)))
    }

    @Test func emptyAnswer() async {
        server.route("/a") { _ in Response().adding(.closeBeforeHeader) }
        #expect(await failure(request("/a")) == .connectionLost(afterBytes: 0))
    }

    @Test func silentBeforeTheHead() async {
        let gate = Gate()
        server.route("/a") { _ in Response().adding(.holdHeader(gate)) }
        var request = request("/a")
        request.stallTimeout = .milliseconds(150)
        #expect(await failure(request) == .timeout(.response))
    }

    @Test func silentInTheBody() async {
        let gate = Gate()
        let content = content
        server.route("/a") { .serving(content, to: $0).adding(.hold(after: 1_000, gate)) }
        var request = request("/a")
        request.stallTimeout = .milliseconds(150)
        let recorder = Recorder()
        #expect(await failure(request, recorder) == .timeout(.body))
        #expect(recorder.record.value.body.count == 1_000)
    }

    @Test func totalTimeout() async {
        let gate = Gate()
        server.route("/a") { _ in Response().adding(.holdHeader(gate)) }
        var request = request("/a")
        request.totalTimeout = .milliseconds(150)
        #expect(await failure(request) == .timeout(.total))
    }

    @Test func nobodyListens() async {
        let port = LoopbackServer().port
        let reason = await failure(HTTPRequest(url: "http://127.0.0.1:\(port)/"))
        #expect(reason == .refused)
    }

    @Test func noSuchHost() async {
        #expect(await failure(HTTPRequest(url: "http://nowhere.invalid/")) == .dns)
    }

    @Test func noTrustedCertificates() async {
        let client = HTTPClient(
            configuration: HTTPConfiguration(userAgent: "test/1", certificateFile: "/nonexistent"))
        let request = HTTPRequest(url: "https://127.0.0.1:\(server.port)/")
        let error = await #expect(throws: HTTPError.self) {
            try await client.perform(request, receiver: Recorder())
        }
        guard case .tls = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func tooLarge() async {
        server.route("/a", serving: content)
        var request = request("/a")
        request.maxBytes = 100_000
        #expect(await failure(request) == .tooLarge(limit: 100_000))
    }

    @Test func receiverStops() async {
        server.route("/a", serving: content)
        #expect(await failure(request("/a"), Recorder(stopAt: 1)) == .stoppedByReceiver)
        #expect(await failure(request("/a"), Recorder(headAnswer: .stop)) == .stoppedByReceiver)
    }

    @Test func cancelledTask() async throws {
        let gate = Gate()
        server.route("/a") { _ in Response().adding(.holdHeader(gate)) }
        let request = request("/a")
        let task = Task { await failure(request) }
        try await gate.waitForArrivals()
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test func cancelledBeforeItBegan() async {
        let request = request("/a")
        let task = Task { () -> HTTPError.Reason? in
            withUnsafeCurrentTask { $0?.cancel() }
            return await failure(request)
        }
        #expect(await task.value == .cancelled)
        #expect(server.log.entries.isEmpty)
    }

    // A receiver that keeps its control was once never freed, and with it its file stayed open.
    @Test func receiverIsLetGo() async throws {
        server.route("/a", serving: content)
        weak var weakRecorder: Recorder?
        do {
            let recorder = Recorder()
            weakRecorder = recorder
            try await client.perform(request("/a"), receiver: recorder)
        }
        #expect(weakRecorder == nil)
    }

    // MARK: Steering

    @Test func pauseAndResume() async throws {
        server.route("/a", serving: content)
        let recorder = Recorder(pauseAt: 50_000)
        async let transfer = client.perform(request("/a"), receiver: recorder)
        let paused = try await recorder.record.wait(for: "a pause") { $0.pauseCount == 1 }
        #expect(paused.body.count < 300_000)
        paused.control?.resume()
        #expect(try await transfer.byteCount == 300_000)
        #expect(recorder.record.value.body == content.bytes)
        #expect(recorder.record.value.headCount == 1)
    }

    @Test func pauseAtTheHead() async throws {
        server.route("/a", serving: content)
        let recorder = Recorder(headAnswer: .pause)
        async let transfer = client.perform(request("/a"), receiver: recorder)
        let paused = try await recorder.record.wait(for: "the head") { $0.headCount == 1 }
        #expect(paused.body.isEmpty)
        paused.control?.resume()
        #expect(try await transfer.byteCount == 300_000)
        #expect(recorder.record.value.headCount == 1)
    }

    @Test func rateIsLimitedYetAllComes() async throws {
        server.route("/a", serving: content)
        var request = request("/a")
        // A third of a second; with one piece each stall timeout, as it once was, ten minutes.
        request.rateLimiter = RateLimiter(bytesPerSecond: 1 << 20)
        request.stallTimeout = .seconds(30)
        request.totalTimeout = .seconds(25)
        let recorder = Recorder()
        try await client.perform(request, receiver: recorder)
        #expect(recorder.record.value.body == content.bytes)
    }

    @Test func manyAtOnce() async throws {
        server.route("/a", serving: content)
        let request = request("/a")
        try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<60 {
                group.addTask {
                    try await client.perform(request, receiver: Recorder()).byteCount
                }
            }
            for try await count in group {
                #expect(count == 300_000)
            }
        }
    }
}
