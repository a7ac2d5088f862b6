public import JSONKit

extension PlaybackCue {
    /// Writes it as an object; times are seconds.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("index", index)
            json.member("start", start)
            json.member("end", end)
            json.member("speaker", speaker)
            json.member("text", text)
            json.member("estimated", isEstimated)
        }
    }

    init?(_ tree: JSONTree) {
        guard let index = tree["index"]?.integer(Int.self), let start = tree["start"]?.duration,
            let text = tree["text"]?.string
        else { return nil }
        self.init(
            index: index, start: start, end: tree["end"]?.duration,
            speaker: tree["speaker"]?.string, text: text,
            isEstimated: tree["estimated"]?.bool ?? false)
    }
}
