import CCurl

extension HTTPError.Reason {
    /// Maps libcurl's result codes; the one place that does (https://curl.se/libcurl/c/libcurl-errors.html).
    ///
    /// - Parameters:
    ///   - bytes: how many bytes of body had come.
    ///   - phase: how far the transfer was.
    ///   - detail: libcurl's own sentence; it holds host names but no logins.
    init(_ code: CURLcode, bytes: Int64, phase: HTTPError.Phase, detail: String) {
        switch code {
        case CURLE_UNSUPPORTED_PROTOCOL: self = .unsupportedScheme("")
        case CURLE_URL_MALFORMAT: self = .badURL
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: self = .dns
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED, CURLE_PROXY: self = .refused
        case CURLE_OPERATION_TIMEDOUT: self = .timeout(phase)
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR,
            CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_AGAIN:
            self = .connectionLost(afterBytes: bytes)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ENGINE_INITFAILED,
            CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED:
            self = .tls(detail: detail)
        case CURLE_TOO_MANY_REDIRECTS: self = .redirect(.tooMany)
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: self = .malformed(detail: detail)
        case CURLE_WRITE_ERROR: self = .stoppedByReceiver
        case CURLE_ABORTED_BY_CALLBACK: self = .cancelled
        default: self = .other(code: code.rawValue, detail: detail)
        }
    }
}
