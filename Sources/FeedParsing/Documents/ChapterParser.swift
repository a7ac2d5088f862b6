public import ColumnModel

/// Reads chapters that stand in a file of their own (Podcasting 2.0 JSON chapters).
public enum ChapterParser {
    /// The chapters of a JSON file in order of time; nil where it is no such file.
    ///
    /// Chapters that are not part of the table of contents are left out.
    public static func chapters(fromJSON bytes: [UInt8]) -> [Chapter]? {
        var found: [Chapter] = []
        var current: [String: String] = [:]
        var hasList = false
        _ = JSONDocument.walk(
            MarkupDocument.decoded(bytes, charset: nil),
            value: { value in
                if value.path.count == 4, value.path[1] == "chapters" {
                    current[value.path[3]] = value.text
                }
            },
            objectEnd: { path in
                guard path.count == 3, path[1] == "chapters" else { return }
                hasList = true
                if current["toc"] != "false", let chapter = chapter(current), found.count < 10_000 {
                    found.append(chapter)
                }
                current.removeAll()
            })
        return hasList ? found.sorted { $0.start < $1.start } : nil
    }

    private static func chapter(_ values: [String: String]) -> Chapter? {
        guard let start = values["startTime"].flatMap({ DurationParser.duration(from: $0) }) else {
            return nil
        }
        return Chapter(
            start: start, end: values["endTime"].flatMap { DurationParser.duration(from: $0) },
            title: (values["title"] ?? "").trimmingSpaces, url: values["url"],
            imageURL: values["img"])
    }
}
