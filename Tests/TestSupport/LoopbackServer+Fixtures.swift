extension LoopbackServer {
    /// Serves the repository's `fixtures/` folder, with this server's address put into the feeds.
    ///
    /// The address of a folder gives a web page that names the feed, as sites of columns do.
    public func routeFixtures() {
        routeRest { request in
            guard !request.path.contains("..") else { return Response(status: 404, text: "") }
            if request.path.hasSuffix("/") {
                return Response(status: 200, text: page(for: request.path))
            }
            guard let bytes = readFile(Fixtures.path(String(request.path.dropFirst()))) else {
                return Response(status: 404, text: "<html><title>Not Found</title></html>")
            }
            let body = isTemplate(request.path) ? filled(bytes, base: request.base) : bytes
            let content = Content(
                body, type: mediaType(of: request.path),
                etag: "\"\(sha256(body).prefix(16))\"")
            return .serving(content, to: request)
        }
    }
}

private func page(for path: String) -> String {
    """
    <!DOCTYPE html><html><head><title>A column</title>
    <link rel="alternate" type="application/rss+xml" title="The feed" href="\(path)feed.xml">
    </head><body><p>Subscribe with <code>column add</code>.</p></body></html>
    """
}

private func isTemplate(_ path: String) -> Bool {
    [".xml", ".opml"].contains { path.hasSuffix($0) }
}

private func filled(_ template: [UInt8], base: String) -> [UInt8] {
    let mark = Array("{{base}}".utf8)
    var result: [UInt8] = []
    var rest = template[...]
    while let range = rest.firstRange(of: mark) {
        result += rest[..<range.lowerBound] + Array(base.utf8)
        rest = rest[range.upperBound...]
    }
    return result + rest
}

private func mediaType(of path: String) -> String {
    switch path.split(separator: ".").last {
    case "xml": "application/rss+xml; charset=utf-8"
    case "opml": "text/x-opml; charset=utf-8"
    case "mp3": "audio/mpeg"
    case "png": "image/png"
    case "json": "application/json+chapters"
    case "vtt": "text/vtt; charset=utf-8"
    case "srt": "application/srt; charset=utf-8"
    default: "application/octet-stream"
    }
}
