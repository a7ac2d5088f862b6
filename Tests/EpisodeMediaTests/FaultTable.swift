import ColumnModel
import TestSupport

extension FaultCase {
    /// Connections that break, and servers that do not know ranges.
    static let connections: [FaultCase] = [
        FaultCase("F00 nothing wrong", .right, requests: 1, resent: 0) { good($0) },
        FaultCase("F01 reset", .right, requests: 2, resent: overlap) { good($0).cutOnce($0) },
        FaultCase("F02 closed early", .right, requests: 2, resent: overlap) { request in
            request.number == 1 ? good(request).adding(.close(after: cut)) : good(request)
        },
        FaultCase("F03 reset again and again", .right, resent: 10 * overlap) { request in
            good(request).adding(.reset(after: 100_000))
        },
        FaultCase("F04 one byte short", .right, requests: 2, resent: overlap) { request in
            good(request).cutOnce(request, after: size - 1)
        },
        FaultCase("F07 no ranges", .right, requests: 3) { request in
            var content = ok
            content.acceptsRanges = false
            return Response.serving(content, to: request).cutOnce(request)
        },
        FaultCase("F08 no ranges, chunked", .right, requests: 3) { request in
            var content = ok
            content.acceptsRanges = false
            return Response.serving(content, to: request).framed(.chunked).cutOnce(request)
        },
        FaultCase("F24 chunked, no last chunk", .right) { request in
            var content = ok
            content.acceptsRanges = false
            let response = Response.serving(content, to: request).framed(.chunked)
            return request.number == 1 ? response.adding(.close(after: cut)) : response
        },
        FaultCase("F25 no length, closed early", .unproven, announcedLength: 1) { request in
            var content = bare
            content.acceptsRanges = false
            let response = Response.serving(content, to: request).framed(.untilClose)
            return request.number == 1 ? response.adding(.close(after: cut)) : response
        },
        FaultCase("F25 no length, as announced", .right, requests: 1) { request in
            Response.serving(bare, to: request).framed(.untilClose)
        },
        FaultCase("F52 no ranges and three breaks", .right, requests: 4) { request in
            var content = ok
            content.acceptsRanges = false
            let response = Response.serving(content, to: request)
            return request.number <= 3 ? response.adding(.reset(after: cut)) : response
        },
        FaultCase("F44 junk behind the length", .right, requests: 1) { request in
            var response = good(request)
            response.body += [UInt8](repeating: 0x6A, count: 999)
            return response.framed(.length(claimed: size))
        },
    ]

    /// Files that change between requests.
    static let changes: [FaultCase] = [
        FaultCase("F09 other bytes and tag", .right, requests: 2) { request in
            let version = request.number - 1
            let content = Content(bytes(version: version), etag: "\"v\(version)\"")
            return Response.serving(content, to: request).cutOnce(request)
        },
        FaultCase("F10 other bytes and date", .right, requests: 2) { request in
            let version = request.number - 1
            let content = Content(
                bytes(version: version), lastModified: old + Duration.seconds(60 * version))
            return Response.serving(content, to: request).cutOnce(request)
                .setting("Date", "Sun, 29 Nov 2026 10:00:00 GMT")
        },
        FaultCase("F11 If-Range ignored", .right, requests: 3) { request in
            let content = Content(
                bytes(version: request.number - 1), etag: "\"v\(request.number)\"")
            guard let start = request.rangeStart else {
                return Response.serving(content, to: request).cutOnce(request)
            }
            return .partial(content, start..<size)
        },
        FaultCase("F12 other advertisements", .right, announcedLength: 1) { request in
            let content = Content(
                bytes(version: request.number - 1, count: size + request.number * 417))
            return Response.serving(content, to: request).cutOnce(request)
        },
        FaultCase("F14 other advertisements of one length", .unproven, announcedLength: 1) {
            request in
            var body = bytes()
            let other = bytes(version: request.number)
            body.replaceSubrange(300_000..<350_000, with: other[300_000..<350_000])
            return Response.serving(Content(body), to: request).cutOnce(request)
        },
        FaultCase("F29 part of another file", .right) { request in
            let content = Content(
                bytes(version: min(1, request.number - 1)), lastModified: nil)
            return Response.serving(content, to: request).cutOnce(request)
        },
        FaultCase("F45 one byte wrong, digest right", .right, requests: 2) { request in
            var content = ok
            if request.number == 1 {
                content.bytes[1_000] ^= 0xFF
            }
            return Response.serving(content, to: request).setting("Repr-Digest", digest)
        },
        FaultCase("F50 digest wrong for ever", .unproven, requests: 2) { request in
            let zeros = String(repeating: "A", count: 43) + "="
            return good(request).setting("Repr-Digest", "sha-256=:\(zeros):")
        },
    ]

    private static let digest: String = {
        let digits = Array(sha256(bytes()).utf8)
        let values = stride(from: 0, to: 64, by: 2).map { index in
            UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16) ?? 0
        }
        return "sha-256=:\(base64Text(values)):"
    }()

    /// Range answers that are not what they say.
    static let ranges: [FaultCase] = [
        FaultCase("F17 starts earlier", .right, requests: 2) { shifted($0, by: -1_000) },
        FaultCase("F18 starts later", .right, requests: 2) { shifted($0, by: 1_000) },
        FaultCase("F18 starts behind the hole", .right, requests: 3) { shifted($0, by: 70_000) },
        FaultCase("F19 lies about its start", .right, requests: 3) { request in
            guard let start = request.rangeStart else { return good(request).cutOnce(request) }
            return .partial(ok, 0..<size - start, claiming: start..<size)
        },
        FaultCase("F20 wrong total", .right, requests: 3) { request in
            guard let start = request.rangeStart else { return good(request).cutOnce(request) }
            return .partial(ok, start..<size, total: size + 7)
        },
        FaultCase("F21 no Content-Range", .right, requests: 3) { request in
            let response = good(request).cutOnce(request)
            return request.range == nil ? response : response.setting("Content-Range", nil)
        },
        FaultCase("F22 Content-Range without a range", .right, requests: 3) { request in
            let response = good(request).cutOnce(request)
            return request.range == nil
                ? response : response.setting("Content-Range", "bytes */\(size)")
        },
        FaultCase("F23 multipart", .right, requests: 3) { request in
            guard request.range != nil else { return good(request).cutOnce(request) }
            var response = good(request)
            response.body = Array("\r\n--SEP\r\n\r\n".utf8) + response.body
            return response.setting("Content-Type", "multipart/byteranges; boundary=SEP")
        },
        FaultCase("F30 416 to any range", .right, requests: 3) { request in
            guard request.range == nil else {
                return Response(status: 416, text: "<html>416</html>")
                    .setting("Content-Range", "bytes */\(size)")
            }
            return good(request).cutOnce(request)
        },
        FaultCase("F30 416 without a total", .right, requests: 3) { request in
            request.range == nil
                ? good(request).cutOnce(request) : Response(status: 416, text: "<html>416</html>")
        },
        FaultCase("F42 length too large", .right, requests: 2, resent: overlap) { request in
            request.range == nil
                ? good(request).framed(.length(claimed: size + 1_000)) : good(request)
        },
        FaultCase("F47 no validators", .right, requests: 2, resent: overlap) { request in
            Response.serving(bare, to: request).cutOnce(request)
        },
        FaultCase("F48 weak tag", .right, requests: 2, resent: overlap) { request in
            let content = Content(bytes(), etag: "W/\"e\"")
            return Response.serving(content, to: request).cutOnce(request)
        },
        FaultCase("F49 If-Range broken", .right, requests: 3) { request in
            guard request.ifRange != nil else {
                return good(request).cutOnce(request, after: 300_000)
            }
            return Response(
                headers: [
                    "Content-Type": "audio/mpeg", "ETag": "\"e\"", "Accept-Ranges": "bytes",
                ], body: bytes())
        },
    ]

    private static func shifted(_ request: Request, by distance: Int) -> Response {
        guard let start = request.rangeStart else { return good(request).cutOnce(request) }
        return .partial(ok, max(0, start + distance)..<size)
    }

    /// What is no audio, or no answer.
    static let refusals: [FaultCase] = [
        FaultCase("F26 gzip unasked", .right, requests: 2) { good($0).gzipped() },
        FaultCase("F33 404", .refused(.httpStatus), requests: 1) { _ in
            Response(status: 404, text: "<html>gone</html>")
        },
        FaultCase("F33 410", .refused(.httpStatus), requests: 1) { _ in
            Response(status: 410, text: "<html>gone</html>")
        },
        FaultCase("F33 403", .refused(.httpStatus), requests: 1) { _ in
            Response(status: 403, text: "<html>no</html>")
        },
        FaultCase("F35 redirects without end", .refused(.redirect), requests: 11) { request in
            .redirect(to: request.path)
        },
        FaultCase("F36 redirect to a file", .refused(.redirect), requests: 1) { _ in
            .redirect(to: "file:///etc/passwd")
        },
        FaultCase("F37 web page", .refused(.notAudio), requests: 2) { _ in .page },
        FaultCase("F38 web page called audio", .refused(.notAudio), requests: 2) { _ in
            Response.page.setting("Content-Type", "audio/mpeg")
        },
        FaultCase("F39 login page at the resume", .right, requests: 3, resent: 2 * overlap) {
            request in
            request.number == 2 ? .page : good(request).cutOnce(request)
        },
        FaultCase("F40 login needed", .refused(.login), requests: 1) { _ in .loginNeeded() },
        FaultCase("F41 only half is there", .refused(.truncated), requests: 6) { request in
            let half = Content(Array(bytes().prefix(size / 2)), etag: "\"e\"")
            guard let start = request.rangeStart else {
                return Response.serving(half, to: request).framed(.length(claimed: size))
            }
            return Response.partial(
                half, start..<size / 2, claiming: start..<size, total: size
            ).framed(.length(claimed: size - start))
        },
        FaultCase("F46 cookie", .right, requests: 2) { request in
            request.hasCookie("seen", "1")
                ? good(request)
                : .redirect(to: request.path).setting("Set-Cookie", "seen=1; Path=/")
        },
        FaultCase("server errors, then well", .right, requests: 4) { request in
            request.number < 4 ? Response(status: 500, text: "busy") : good(request)
        },
        FaultCase("server errors for ever", .refused(.httpStatus), requests: 5) { _ in
            Response(status: 500, text: "busy")
        },
        FaultCase("empty body", .refused(.truncated), requests: 5) { _ in
            Response(headers: ["Content-Type": "audio/mpeg"])
        },
    ]

    static let all = connections + changes + ranges + refusals
}

/// Base64 as RFC 4648 section 4 has it.
private func base64Text(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let part = bytes[start..<min(start + 3, bytes.count)]
        let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
        for index in 0..<4 {
            text.append(index <= part.count ? letters[bits >> (18 - 6 * index) & 63] : "=")
        }
    }
    return text
}
