/// JSON of this program or of Pocket Casts.
enum ForeignJSON {
    static func read(_ bytes: [UInt8]) throws(LibraryImportError) -> ForeignLibrary {
        let document = JSONRecord.read(bytes)
        if document.head.text("kind") == "column-export" {
            var library = ColumnExport.read(document)
            library.isCut = !document.isWhole
            return library
        }
        let episodes = document.arrays["episodes"] ?? []
        guard episodes.contains(where: { $0.text("podcastUuid") != nil }) else {
            throw .notRecognized
        }
        var library = PocketCasts.read(episodes)
        library.isCut = !document.isWhole
        return library
    }
}
