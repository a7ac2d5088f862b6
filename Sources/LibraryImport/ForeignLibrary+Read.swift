import ColumnModel
import FeedParsing
import SQLiteKit

extension ForeignLibrary {
    /// Reads a file of any program that is known, told by its content.
    ///
    /// - Parameters:
    ///   - bytes: the file's bytes; of a database the first ones are enough.
    ///   - path: where it lies; nil for what came through a pipe.
    public static func read(_ bytes: [UInt8], path: String?) throws(LibraryImportError)
        -> ForeignLibrary
    {
        if isDatabase(bytes) {
            guard let path else { throw .needsFile }
            return try ForeignDatabase.read(path)
        }
        // The beginnings of zip and gzip files.
        if bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x1F, 0x8B]) {
            throw .packed
        }
        let first = bytes.first { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            return try ForeignJSON.read(bytes)
        }
        if let library = AddressList.read(bytes) { return library }
        guard let list = try? OPML.list(in: bytes) else { throw .notRecognized }
        return ForeignLibrary(list)
    }

    /// Whether a file begins as databases do (https://sqlite.org/fileformat.html, 1.3.1).
    public static func isDatabase(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "SQLite format 3\0".utf8)
    }

    private init(_ list: SubscriptionListing) {
        self.init(.opml)
        subscriptions = list.subscriptions.map { entry in
            var subscription = ForeignSubscription(url: entry.feedURL, title: entry.title)
            subscription.folders = ([entry.folders] + entry.otherFolders).filter { !$0.isEmpty }
            return subscription
        }
        refused = list.skipped
        isCut = list.isCut
    }
}
