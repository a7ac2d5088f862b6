import ColumnModel
import HTTPKit
import JSONKit

/// How one directory is asked, and what it answers.
protocol Directory: Sendable {
    var kind: DirectoryKind { get }
    func request(for text: String, limit: Int, at moment: Timestamp) -> HTTPRequest
    /// The podcasts of an answer; nil where it is none.
    func results(in tree: JSONTree) -> [DirectoryResult]?
}

/// Parts of addresses.
enum QueryText {
    /// A text as a value of a query.
    static func encoded(_ text: String) -> String {
        text.utf8.reduce(into: "") { result, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += byte < 16 ? "%0\(digits)" : "%\(digits)"
            }
        }
    }

    /// An address that may be a feed's; others are no results.
    static func feed(_ value: JSONTree?) -> String? {
        guard let text = value?.string, let url = try? HTTPURL(text), url.credentials == nil else {
            return nil
        }
        return url.string
    }
}
