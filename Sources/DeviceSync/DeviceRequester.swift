import ColumnModel
import HTTPKit
import JSONKit
import TransferFailures

/// Asks a server, with a login, and reads what it answers.
struct DeviceRequester: Sendable {
    let client: HTTPClient
    /// Without a slash at its end.
    let base: String
    let login: DeviceLogin
    let timeout: Duration

    /// Larger answers are refused.
    private static let maximumAnswer = 64 << 20

    func get(_ path: String) async throws(DeviceSyncError) -> [UInt8] {
        try await perform(path, .get, [])
    }

    func post(_ path: String, _ body: [UInt8]) async throws(DeviceSyncError) -> [UInt8] {
        try await perform(path, .post, body)
    }

    /// The address of a path, for errors.
    func url(_ path: String) -> String { base + path }

    private func perform(_ path: String, _ method: HTTPMethod, _ body: [UInt8])
        async throws(DeviceSyncError) -> [UInt8]
    {
        let (url, response) = try await fetch(path, method, body)
        guard (200...299).contains(response.head.status) else {
            let code: FailureCode =
                [401, 403].contains(response.head.status) ? .login : .httpStatus
            throw .failed(Failure(code: code, status: response.head.status, url: url))
        }
        guard case .bytes(let bytes) = response.body else { return [] }
        return bytes
    }

    private func fetch(_ path: String, _ method: HTTPMethod, _ body: [UInt8])
        async throws(DeviceSyncError) -> (url: String, response: HTTPResponse)
    {
        do throws(HTTPError) {
            let url = try HTTPURL(base + path)
            var request = HTTPRequest(url: url.string)
            request.method = method
            request.body = body
            request.fields = [HTTPField(name: "Accept", value: "application/json")]
            if method.sendsJSON {
                request.fields.append(HTTPField(name: "Content-Type", value: "application/json"))
            }
            request.credentials = HTTPCredentials(
                user: login.user, password: login.password, origin: url.origin)
            request.compression = .any
            request.stallTimeout = timeout
            // What goes there is not for whoever a redirect names, and a POST cannot be repeated.
            request.redirectLimit = 0
            return (url.string, try await client.fetch(request, memoryLimit: Self.maximumAnswer))
        } catch {
            throw .failed(Failure(error))
        }
    }

    /// A user's or device's name as part of a path.
    static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            let scalar = Unicode.Scalar(byte)
            if byte < 0x80,
                scalar.properties.isAlphabetic || (0x30...0x39).contains(byte)
                    || "-._~".unicodeScalars.contains(scalar)
            {
                result.unicodeScalars.append(scalar)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += byte < 16 ? "%0\(digits)" : "%\(digits)"
            }
        }
    }
}

extension HTTPMethod {
    fileprivate var sendsJSON: Bool { self == .post || self == .put }
}
