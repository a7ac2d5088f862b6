public import ColumnModel
@preconcurrency import Glibc
public import HTTPKit

extension Failure {
    /// What the library remembers of a transfer that failed.
    public init(_ error: HTTPError) {
        let (code, detail): (FailureCode, String?) =
            switch error.reason {
            case .badURL: (.refused, "no address")
            case .unsupportedScheme(let scheme): (.scheme, scheme.isEmpty ? nil : "\(scheme):")
            case .dns: (.dns, nil)
            case .refused: (.refused, nil)
            case .timeout: (.timeout, nil)
            case .connectionLost(let bytes): (.truncated, "connection lost after \(bytes) bytes")
            case .tls(let detail): (.tls, detail)
            case .redirect(.tooMany): (.redirect, "too many")
            case .redirect(.scheme(let scheme)): (.redirect, "to \(scheme):")
            case .redirect(.badTarget): (.redirect, "to no address")
            case .privateHost: (.privateHost, nil)
            case .tooLarge(let limit): (.tooLarge, "more than \(limit) bytes")
            case .malformed(let detail): (.refused, detail)
            case .stoppedByReceiver, .cancelled: (.cancelled, nil)
            case .cannotStore(ENOSPC), .cannotStore(EDQUOT): (.diskFull, nil)
            case .cannotStore(let errno): (.file, String(cString: strerror(errno)))
            case .other(_, let detail): (.refused, detail)
            }
        self.init(code: code, url: error.url, detail: detail)
    }
}

extension Failure {
    /// What the library remembers of an error status.
    public init(status: Int, url: String) {
        self.init(code: status == 401 ? .login : .httpStatus, status: status, url: url)
    }
}
