import CCurl
import Testing

@testable import HTTPKit

/// libcurl's codes and what they become.
@Suite struct CURLcodeTests {
    @Test(arguments: [
        (CURLE_COULDNT_RESOLVE_HOST, HTTPError.Reason.dns),
        (CURLE_COULDNT_RESOLVE_PROXY, .dns),
        (CURLE_COULDNT_CONNECT, .refused),
        (CURLE_OPERATION_TIMEDOUT, .timeout(.connect)),
        (CURLE_PARTIAL_FILE, .connectionLost(afterBytes: 7)),
        (CURLE_RECV_ERROR, .connectionLost(afterBytes: 7)),
        (CURLE_SEND_ERROR, .connectionLost(afterBytes: 7)),
        (CURLE_GOT_NOTHING, .connectionLost(afterBytes: 7)),
        (CURLE_HTTP2, .connectionLost(afterBytes: 7)),
        (CURLE_HTTP2_STREAM, .connectionLost(afterBytes: 7)),
        (CURLE_SSL_CONNECT_ERROR, .tls(detail: "why")),
        (CURLE_PEER_FAILED_VERIFICATION, .tls(detail: "why")),
        (CURLE_SSL_CACERT_BADFILE, .tls(detail: "why")),
        (CURLE_TOO_MANY_REDIRECTS, .redirect(.tooMany)),
        (CURLE_BAD_CONTENT_ENCODING, .malformed(detail: "why")),
        (CURLE_WEIRD_SERVER_REPLY, .malformed(detail: "why")),
        (CURLE_URL_MALFORMAT, .badURL),
        (CURLE_UNSUPPORTED_PROTOCOL, .unsupportedScheme("")),
        (CURLE_WRITE_ERROR, .stoppedByReceiver),
        (CURLE_ABORTED_BY_CALLBACK, .cancelled),
        (CURLE_OUT_OF_MEMORY, .other(code: 27, detail: "why")),
    ])
    func isMapped(code: CURLcode, reason: HTTPError.Reason) {
        #expect(HTTPError.Reason(code, bytes: 7, phase: .connect, detail: "why") == reason)
    }
}
