public import ColumnModel
import ColumnStore

extension LibraryService {
    /// The episode of an address: one of a column, else one that is made for it.
    ///
    /// Thus its place is remembered, and nothing is subscribed to. Nil where the text is no address
    /// of the web, or holds a login, which has no place in the library.
    public func stream(at text: String) async throws(LibraryError) -> Episode? {
        guard text.contains("://"), let address = FeedAddress(text), address.login == nil else {
            return nil
        }
        for url in [text, address.url] {
            let known = try await ask { (store) throws(StoreError) in
                try await store.episodes(identifiedBy: url)
            }
            if let id = known.first { return try await episode(id) }
        }
        let title = Self.title(of: address.url)
        let id = try await ask { (store) throws(StoreError) in
            try await store.addStream(address.url, title: title)
        }
        return try await episode(id)
    }

    /// The file's name in an address, else the host's.
    private static func title(of url: String) -> String {
        let path = url.prefix { $0 != "?" }
        let parts = path.split(separator: "/")
        guard parts.count > 2, let name = parts.last else { return String(parts.last ?? "") }
        return PercentText.decoded(name)
    }
}
