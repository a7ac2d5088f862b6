import ColumnModel
import Synchronization
import TestSupport
import Testing

/// One way in which a host misbehaves, and what must come of it; the ids are those of the fault
/// matrix.
struct FaultCase: Sendable, CustomTestStringConvertible {
    enum Expectation: Sendable {
        /// The bytes of one of the versions, proved to be so.
        case right
        /// All bytes are there, and it is said that nothing proves them.
        case unproven
        /// No file under its final name, and this failure.
        case refused(FailureCode)
    }

    let id: String
    let expectation: Expectation
    /// How many requests may be made at most.
    var requests = 12
    /// How many bytes may be sent beyond the file's size; nil: any number.
    var resent: Int?
    /// The length that the feed announces; nil: the true one.
    var announcedLength: Int64?
    let answer: @Sendable (Request) -> Response

    var testDescription: String { id }

    init(
        _ id: String, _ expectation: Expectation, requests: Int = 12, resent: Int? = nil,
        announcedLength: Int64? = nil, answer: @escaping @Sendable (Request) -> Response
    ) {
        self.id = id
        self.expectation = expectation
        self.requests = requests
        self.resent = resent
        self.announcedLength = announcedLength
        self.answer = answer
    }

    static let size = 400_000
    static let cut = 150_000
    static let overlap = 64 << 10

    /// The bytes of a version; version 0 is the one that does not change.
    static func bytes(version: Int = 0, count: Int = size) -> [UInt8] {
        made.withLock { made in
            let key = [version, count]
            if let bytes = made[key] {
                return bytes
            }
            let bytes = FakeMP3.bytes(count: count, seed: UInt64(1_000 + version))
            made[key] = bytes
            return bytes
        }
    }

    // Making them is slow without optimisation, and every case wants the same.
    private static let made = Mutex<[[Int]: [UInt8]]>([:])

    static let old = Timestamp(secondsSince1970: 1_600_000_000)

    static let ok = Content(bytes(), etag: "\"e\"", lastModified: old)
    static let bare = Content(bytes())

    /// The answer of a good host.
    static func good(_ request: Request) -> Response {
        .serving(ok, to: request)
    }
}

extension Response {
    /// The same answer, broken off at the first request only.
    func cutOnce(_ request: Request, after count: Int = FaultCase.cut) -> Response {
        request.number == 1 ? adding(.reset(after: count)) : self
    }

    /// A login page.
    static let page = Response(
        status: 200, text: "<!DOCTYPE html><html><title>Sign in</title><form></form></html>")
}
