/// What a server was asked and what it sent, in the order of arrival.
public final class RequestLog: Sendable {
    /// One request and its answer.
    public struct Entry: Sendable {
        /// What was asked.
        public let request: Request
        /// The status answered, once the answer began.
        public var status: Int?
        /// Body bytes handed to the kernel so far; after a reset or close exactly those received.
        public var sentBytes = 0
        /// Whether the server is done with it.
        public var isFinished = false
    }

    private let watched = Watched<[Entry]>([])

    /// All entries up to now.
    public var entries: [Entry] { watched.value }

    /// The entries of one path.
    public func entries(of path: String) -> [Entry] {
        entries.filter { $0.request.path == path }
    }

    /// Body bytes that one path has sent in all its answers.
    public func sentBytes(of path: String) -> Int {
        entries(of: path).reduce(0) { $0 + $1.sentBytes }
    }

    /// Suspends until the log satisfies a condition.
    @discardableResult
    public func wait(
        for what: String, until isSatisfied: @escaping @Sendable ([Entry]) -> Bool
    ) async throws(WaitError) -> [Entry] {
        try await watched.wait(for: what, until: isSatisfied)
    }

    /// Suspends until a path has been asked for so many times, and gives its entries.
    @discardableResult
    public func wait(forRequests count: Int, of path: String) async throws(WaitError) -> [Entry] {
        try await wait(for: "\(count) requests of \(path)") { entries in
            entries.count { $0.request.path == path } >= count
        }.filter { $0.request.path == path }
    }

    /// Suspends until so many answers under a path are over, and gives its entries.
    @discardableResult
    public func wait(forFinished count: Int, of path: String) async throws(WaitError) -> [Entry] {
        try await wait(for: "\(count) finished answers of \(path)") { entries in
            entries.count { $0.request.path == path && $0.isFinished } >= count
        }.filter { $0.request.path == path }
    }

    func begin(_ request: Request) -> Int {
        watched.update { entries in
            entries.append(Entry(request: request))
            return entries.count - 1
        }
    }

    func change(_ index: Int, _ change: @escaping @Sendable (inout Entry) -> Void) {
        watched.update { change(&$0[index]) }
    }
}

extension RequestLog.Entry: CustomStringConvertible {
    /// One line, as a failing test shows it.
    public var description: String {
        let range = request.range.map { " \($0)" } ?? ""
        let status = status.map { "\($0)" } ?? "no answer yet"
        return "\(request.method) \(request.path)\(range): \(status), \(sentBytes) bytes"
            + (isFinished ? "" : " so far")
    }
}
