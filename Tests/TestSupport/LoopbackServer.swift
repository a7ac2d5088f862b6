import Synchronization
import ThreadKit

/// An HTTP/1.1 server on 127.0.0.1 with threads of its own, for as long as the object lives.
///
/// A handler that needs the address takes it from `Request.base`, not from a captured server,
/// which would then never end.
public final class LoopbackServer: Sendable {
    /// Answers a request; runs on a thread of the connection, and may block it.
    public typealias Handler = @Sendable (Request) -> Response

    /// What was asked and sent.
    public var log: RequestLog { core.log }

    /// The port that the kernel chose.
    public var port: UInt16 { core.port }

    /// `http://127.0.0.1:PORT`.
    public var base: String { core.base }

    private let core: ServerCore

    /// Starts a server on a free port, or on one wanted.
    public init(port: UInt16 = 0) {
        let core = ServerCore(port: port)
        self.core = core
        startThread(name: "loopback") { core.acceptConnections() }
    }

    deinit {
        core.stop()
    }

    /// The address of a path under this server.
    public func url(_ path: String) -> String { base + path }

    /// The same server under its other host name, `localhost`.
    public func otherHostURL(_ path: String) -> String { "http://localhost:\(port)\(path)" }

    /// Answers a path, without regard to the query; a later call for the same path replaces it.
    public func route(_ path: String, _ handler: @escaping Handler) {
        core.routes.withLock { $0[path] = handler }
    }

    /// Serves content at a path as a good server does.
    public func route(_ path: String, serving content: Content) {
        route(path) { request in .serving(content, to: request) }
    }

    /// Answers all paths that have no route of their own; without it they get 404.
    public func routeRest(_ handler: @escaping Handler) {
        core.rest.withLock { $0 = handler }
    }

    /// Ends all connections and refuses new ones.
    public func stop() {
        core.stop()
    }
}
