public import ColumnModel

/// Reads transcripts: SRT, WebVTT, JSON and HTML of Podcasting 2.0, plain text.
public enum TranscriptParser {
    /// The transcript in some bytes; nil where there is nothing to read in them.
    ///
    /// The kind is told by the bytes themselves: publishers label them as they like.
    public static func transcript(from bytes: [UInt8], contentType: String? = nil) -> Transcript? {
        let text = MarkupDocument.decoded(
            bytes, charset: FeedHints(contentType: contentType).charset)
        let cues: [Transcript.Cue]
        let head = text.drop { $0 <= 32 }.prefix(1_024)
        if head.starts(with: "WEBVTT".utf8) {
            cues = TimedText.cues(in: text)
        } else if head.first == UInt8(ascii: "{") || head.first == UInt8(ascii: "[") {
            cues = jsonCues(text)
        } else if head.firstRange(of: Array("-->".utf8)) != nil, head.first != UInt8(ascii: "<") {
            cues = TimedText.cues(in: text)
        } else if head.first == UInt8(ascii: "<") {
            cues = HTMLTranscript.cues(in: text)
        } else {
            cues = paragraphs(text)
        }
        return cues.isEmpty ? nil : Transcript(cues: cues)
    }

    private static func jsonCues(_ text: [UInt8]) -> [Transcript.Cue] {
        var cues: [Transcript.Cue] = []
        var current: [String: String] = [:]
        _ = JSONDocument.walk(
            text,
            value: { value in
                if value.path.count == 4, value.path[1] == "segments" {
                    current[value.path[3]] = value.text
                }
            },
            objectEnd: { path in
                guard path.count == 3, path[1] == "segments" else { return }
                let body = (current["body"] ?? current["text"] ?? "").trimmingSpaces
                if !body.isEmpty {
                    cues.append(
                        Transcript.Cue(
                            start: duration(current["startTime"] ?? current["start"]),
                            end: duration(current["endTime"] ?? current["end"]),
                            speaker: current["speaker"]?.trimmingSpaces, text: body))
                }
                current.removeAll()
            })
        return cues
    }

    private static func duration(_ text: String?) -> Duration? {
        text.flatMap { DurationParser.duration(from: $0) }
    }

    /// Plain text: a cue without times for each paragraph.
    private static func paragraphs(_ text: [UInt8]) -> [Transcript.Cue] {
        TimedText.blocks(of: text).map { lines in
            Transcript.Cue(
                start: nil, end: nil, speaker: nil,
                text: lines.map { $0.trimmingSpaces }.joined(separator: "\n"))
        }
    }
}
