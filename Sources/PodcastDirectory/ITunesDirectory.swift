import ColumnModel
import HTTPKit
import JSONKit

/// The iTunes Search API; it asks for no key.
struct ITunesDirectory: Directory {
    let base: String
    let kind = DirectoryKind.itunes

    func request(for text: String, limit: Int, at moment: Timestamp) -> HTTPRequest {
        var request = HTTPRequest(
            url: "\(base)/search?media=podcast&entity=podcast&limit=\(min(limit, 200))"
                + "&term=\(QueryText.encoded(text))")
        request.redirectLimit = 3
        return request
    }

    func results(in tree: JSONTree) -> [DirectoryResult]? {
        tree["results"]?.elements?.compactMap { item in
            // Some podcasts are Apple's own and have no feed.
            guard let feed = QueryText.feed(item["feedUrl"]) else { return nil }
            return DirectoryResult(
                title: item["collectionName"]?.string ?? item["trackName"]?.string ?? feed,
                author: item["artistName"]?.string, feedURL: feed,
                pageURL: item["collectionViewUrl"]?.string,
                episodeCount: item["trackCount"]?.integer(), sources: [kind])
        }
    }
}
