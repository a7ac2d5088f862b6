/// An answer: status, header, body, and what goes wrong on the way.
///
/// Begin with `serving(_:to:)` for a right answer, then add what shall be wrong:
/// `Response.serving(audio, to: request).adding(.reset(after: 1_000))`.
public struct Response: Sendable {
    /// How the end of the body is told.
    public enum Framing: Sendable {
        /// A Content-Length: the true one, or the one claimed.
        case length(claimed: Int?)
        /// `Transfer-Encoding: chunked`.
        case chunked
        /// Nothing: the body ends with the connection.
        case untilClose
    }

    /// The status code.
    public var status: Int
    /// All fields but those of the framing.
    public var headers: HeaderFields
    /// The bytes to send.
    public var body: [UInt8]
    /// How the end is told.
    public var framing = Framing.length(claimed: nil)
    /// What goes wrong.
    public var faults: [Fault] = []

    /// Makes an answer from its parts.
    public init(status: Int = 200, headers: HeaderFields = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Makes a page of text, as error pages and login portals are.
    public init(status: Int, text: String, type: String = "text/html; charset=utf-8") {
        self.init(status: status, headers: ["Content-Type": type], body: Array(text.utf8))
    }

    /// A redirect to any address, good or bad.
    public static func redirect(to location: String, status: Int = 302) -> Response {
        Response(status: status, headers: ["Location": location])
    }

    /// The demand for a login (401).
    public static func loginNeeded(realm: String = "column") -> Response {
        var response = Response(status: 401, text: "<html><title>Login</title></html>")
        response.headers["WWW-Authenticate"] = "Basic realm=\"\(realm)\""
        return response
    }

    /// The right answer with the content: whole, a range (206, 416), or nothing new (304).
    public static func serving(_ content: Content, to request: Request) -> Response {
        var headers: HeaderFields = ["Content-Type": content.type]
        headers["ETag"] = content.etag
        headers["Last-Modified"] = content.lastModified.map(httpDate)
        if content.acceptsRanges { headers["Accept-Ranges"] = "bytes" }
        if content.isKnown(to: request) { return Response(status: 304, headers: headers) }
        guard content.acceptsRanges, let range = request.range,
            content.satisfiesIfRange(of: request)
        else {
            return Response(headers: headers, body: content.bytes)
        }
        let size = content.bytes.count
        switch RequestedRange(range, size: size) {
        case .unreadable:
            return Response(headers: headers, body: content.bytes)
        case .unsatisfiable:
            headers["Content-Range"] = "bytes */\(size)"
            return Response(status: 416, headers: headers)
        case .bytes(let bytes):
            var response = partial(content, bytes)
            response.headers["Accept-Ranges"] = "bytes"
            return response
        }
    }

    /// A 206 of any range, which may claim another one or another total than it has.
    public static func partial(
        _ content: Content, _ range: Range<Int>, claiming claimed: Range<Int>? = nil,
        total: Int? = nil
    ) -> Response {
        let claimed = claimed ?? range
        let total = total ?? content.bytes.count
        var headers: HeaderFields = ["Content-Type": content.type]
        headers["ETag"] = content.etag
        headers["Last-Modified"] = content.lastModified.map(httpDate)
        headers["Content-Range"] =
            "bytes \(claimed.lowerBound)-\(claimed.upperBound - 1)/\(total)"
        return Response(status: 206, headers: headers, body: Array(content.bytes[range]))
    }

    /// The same answer with a fault more.
    public func adding(_ fault: Fault) -> Response {
        var copy = self
        copy.faults.append(fault)
        return copy
    }

    /// The same answer with another framing.
    public func framed(_ framing: Framing) -> Response {
        var copy = self
        copy.framing = framing
        return copy
    }

    /// The same answer with a field set.
    public func setting(_ name: String, _ value: String?) -> Response {
        var copy = self
        copy.headers[name] = value
        return copy
    }

    /// The same answer with its body in gzip (stored, not made smaller).
    public func gzipped() -> Response {
        var copy = setting("Content-Encoding", "gzip")
        copy.body = gzipStored(body)
        return copy
    }
}

extension Content {
    fileprivate func isKnown(to request: Request) -> Bool {
        if let tags = request.headers["If-None-Match"] {
            guard let etag else { return false }
            return tags.split(separator: ",").contains { $0.trimmed.opaqueTag == etag.opaqueTag }
        }
        guard let lastModified, let since = request.headers["If-Modified-Since"] else {
            return false
        }
        return since == httpDate(lastModified)
    }

    fileprivate func satisfiesIfRange(of request: Request) -> Bool {
        guard let condition = request.ifRange else { return true }
        if condition.hasPrefix("W/") { return false }
        return condition == etag || condition == lastModified.map(httpDate)
    }
}

extension String {
    fileprivate var opaqueTag: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }
}
