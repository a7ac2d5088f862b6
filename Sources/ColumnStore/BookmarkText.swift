import JSONKit

/// Bookmarks as the text in which a pending state keeps them: `[[milliseconds, note], …]`.
enum BookmarkText {
    static func text(of bookmarks: [(position: Duration, note: String?)]) -> String {
        var json = JSONWriter()
        json.array { json in
            for bookmark in bookmarks {
                json.array { json in
                    json.number(bookmark.position.wholeMilliseconds)
                    json.string(bookmark.note)
                }
            }
        }
        return json.text
    }

    static func bookmarks(in text: String) -> [(position: Duration, note: String?)] {
        var reader = JSONReader()
        Array(text.utf8).withUnsafeBufferPointer { reader.append($0) }
        reader.finish()
        var bookmarks: [(position: Duration, note: String?)] = []
        while true {
            switch reader.next() {
            case .number:
                guard let position = Int64(reader.string) else { return bookmarks }
                bookmarks.append((.milliseconds(position), nil))
            case .string:
                if !bookmarks.isEmpty { bookmarks[bookmarks.count - 1].note = reader.string }
            case .end, .failure, .needsInput: return bookmarks
            default: break
            }
        }
    }
}
