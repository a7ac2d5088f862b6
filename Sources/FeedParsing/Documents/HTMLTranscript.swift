import ColumnModel
import XMLKit

/// Reads the HTML transcripts of Podcasting 2.0: `cite` names the speaker, `time` the moment, each
/// paragraph is a cue.
enum HTMLTranscript {
    static func cues(in text: [UInt8]) -> [Transcript.Cue] {
        var builder = Builder()
        MarkupDocument.read(text, dialect: .html) { event, reader in
            builder.take(event, reader)
        }
        builder.endCue()
        return builder.cues
    }

    private struct Builder {
        private enum Part {
            case body
            case speaker
            case time
            case ignored
        }

        var cues: [Transcript.Cue] = []
        private var part = Part.body
        private var bytes: [UInt8] = []
        private var partBytes: [UInt8] = []
        private var speaker: String?
        private var start: Duration?
        private var hasStart = false

        mutating func take(_ event: XMLEvent, _ reader: borrowing XMLReader) {
            switch event {
            case .text: takeText(reader)
            case .startElement: begin(MarkupDocument.name(reader))
            case .endElement: end(MarkupDocument.name(reader))
            case .doctype, .needsInput, .endOfDocument: break
            }
        }

        private mutating func takeText(_ reader: borrowing XMLReader) {
            switch part {
            case .body: reader.appendText(to: &bytes)
            case .speaker, .time: reader.appendText(to: &partBytes)
            case .ignored: break
            }
        }

        private mutating func begin(_ name: String) {
            switch name {
            case "cite":
                endCue()
                part = .speaker
                partBytes.removeAll()
            case "time":
                part = .time
                partBytes.removeAll()
            case "script", "style", "title", "head": part = .ignored
            case "p", "div", "li", "h1", "h2", "h3", "tr", "body": endCue()
            case "br": bytes.append(10)
            default: break
            }
        }

        private mutating func end(_ name: String) {
            let text = String(decoding: partBytes, as: UTF8.self).trimmingSpaces
            switch (name, part) {
            case ("cite", .speaker):
                speaker = text.hasSuffix(":") ? String(text.dropLast()) : text
                start = nil
                part = .body
            case ("time", .time):
                start = DurationParser.duration(from: text)
                part = .body
            case ("p", _), ("div", _), ("li", _): endCue()
            case ("script", _), ("style", _), ("title", _), ("head", _): part = .body
            default: break
            }
        }

        mutating func endCue() {
            let text = bytes.withUnsafeBufferPointer {
                String(decoding: WhiteSpace.collapsed($0, limit: .max), as: UTF8.self)
            }
            bytes.removeAll(keepingCapacity: true)
            guard !text.isEmpty else { return }
            cues.append(
                Transcript.Cue(
                    start: start, end: nil, speaker: speaker?.isEmpty == true ? nil : speaker,
                    text: text))
        }
    }
}
