import CCrypto
import ColumnModel
import HTTPKit
import JSONKit

/// podcastindex.org: each request is signed with the key, the secret and the time
/// (https://podcastindex-org.github.io/docs-api/).
struct PodcastIndex: Directory {
    let base: String
    let key: DirectoryKey
    let kind = DirectoryKind.podcastIndex

    func request(for text: String, limit: Int, at moment: Timestamp) -> HTTPRequest {
        var request = HTTPRequest(
            url: "\(base)/api/1.0/search/byterm?max=\(limit)&q=\(QueryText.encoded(text))")
        let time = String(moment.secondsSince1970)
        request.fields = [
            HTTPField(name: "X-Auth-Key", value: key.key),
            HTTPField(name: "X-Auth-Date", value: time),
            HTTPField(name: "Authorization", value: Self.sha1(key.key + key.secret + time)),
        ]
        // The key is for nobody else.
        request.redirectLimit = 0
        return request
    }

    func results(in tree: JSONTree) -> [DirectoryResult]? {
        tree["feeds"]?.elements?.compactMap { item in
            guard let feed = QueryText.feed(item["url"]), item["dead"]?.double != 1 else {
                return nil
            }
            let author = item["author"]?.string ?? item["ownerName"]?.string
            return DirectoryResult(
                title: item["title"]?.string ?? feed, author: author, feedURL: feed,
                pageURL: item["link"]?.string, episodeCount: item["episodeCount"]?.integer(),
                sources: [kind])
        }
    }

    /// The digest in hexadecimal digits (`EVP_Digest`).
    static func sha1(_ text: String) -> String {
        var digest = [UInt8](repeating: 0, count: 20)
        var size: UInt32 = 0
        let bytes = Array(text.utf8)
        guard EVP_Digest(bytes, bytes.count, &digest, &size, EVP_sha1(), nil) == 1 else {
            return ""
        }
        return digest.map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }.joined()
    }
}
