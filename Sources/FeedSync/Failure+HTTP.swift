import ColumnModel
import HTTPKit

extension Failure {
    /// What the store remembers of a transfer that gave no whole response.
    init(_ error: HTTPError) {
        let (code, detail): (FailureCode, String?) =
            switch error.reason {
            case .badURL: (.refused, "no valid address")
            case .unsupportedScheme(let scheme): (.redirect, "address of the kind \(scheme):")
            case .dns: (.dns, nil)
            case .refused: (.refused, nil)
            case .timeout: (.timeout, nil)
            case .connectionLost: (.truncated, nil)
            case .tls(let detail): (.tls, detail)
            case .redirect(.tooMany): (.redirect, "too many redirects")
            case .redirect(.scheme(let scheme)): (.redirect, "leads to \(scheme):")
            case .redirect(.badTarget): (.redirect, "leads to no valid address")
            case .tooLarge(let limit): (.tooLarge, "more than \(limit) bytes")
            case .malformed(let detail): (.refused, detail)
            case .stoppedByReceiver, .cancelled: (.cancelled, nil)
            case .cannotStore(let errno): (.diskFull, "errno \(errno)")
            case .other(_, let detail): (.refused, detail)
            }
        self.init(code: code, url: error.url, detail: detail)
    }

    /// What the store remembers of an error status.
    init(status: Int, url: String) {
        self.init(code: status == 401 ? .login : .httpStatus, status: status, url: url)
    }
}
