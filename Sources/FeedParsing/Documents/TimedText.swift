import ColumnModel
import XMLKit

/// Reads SRT and WebVTT: blocks of lines, of which one has `start --> end`.
enum TimedText {
    /// The cues of a text; blocks without a readable time line are left out.
    static func cues(in text: [UInt8]) -> [Transcript.Cue] {
        var cues: [Transcript.Cue] = []
        for block in blocks(of: text) {
            var lines = block[...]
            // Blocks that are no cues: comments, styles and regions of WebVTT.
            if let first = lines.first,
                ["NOTE", "STYLE", "REGION"].contains(where: { first.hasPrefix($0) })
            {
                continue
            }
            while let time = lines.firstIndex(where: { $0.contains("-->") }) {
                let after = lines[(time + 1)...]
                // SRT without empty lines: the next time line, and the number before it, end a cue.
                let next = after.firstIndex { $0.contains("-->") }
                var body = after[..<(next ?? after.endIndex)]
                if next != nil, let last = body.last, last.utf8.allSatisfy({ $0 &- 48 < 10 }) {
                    body = body.dropLast()
                }
                if let cue = cue(time: lines[time], body: body) {
                    cues.append(cue)
                }
                lines = next.map { after[$0...] } ?? []
            }
        }
        return cues
    }

    /// Runs of lines that are not blank; CR, LF and both end a line.
    static func blocks(of text: [UInt8]) -> [[String]] {
        var blocks: [[String]] = []
        var block: [String] = []
        var start = 0
        var index = 0
        func endLine() {
            let line = String(decoding: text[start..<index], as: UTF8.self)
            if line.utf8.allSatisfy({ $0 <= 32 }) {
                if !block.isEmpty {
                    blocks.append(block)
                    block.removeAll()
                }
            } else {
                block.append(line)
            }
        }
        while index < text.count {
            if text[index] == 10 || text[index] == 13 {
                endLine()
                if text[index] == 13, index + 1 < text.count, text[index + 1] == 10 {
                    index += 1
                }
                start = index + 1
            }
            index += 1
        }
        endLine()
        if !block.isEmpty {
            blocks.append(block)
        }
        return blocks
    }

    private static func cue(time line: String, body: ArraySlice<String>) -> Transcript.Cue? {
        guard let arrow = line.firstRange(of: "-->"),
            let start = moment(line[..<arrow.lowerBound]),
            let end = moment(line[arrow.upperBound...])
        else { return nil }
        var speaker: String?
        let text = body.map { plain($0, speaker: &speaker) }.filter { !$0.isEmpty }
            .joined(separator: "\n")
        guard !text.isEmpty else { return nil }
        return Transcript.Cue(start: start, end: end, speaker: speaker, text: text)
    }

    /// `HH:MM:SS,mmm`, `MM:SS.mmm`; cue settings behind it are not part of it.
    private static func moment(_ text: Substring) -> Duration? {
        let word = text.split { $0 == " " || $0 == "\t" }.first.map(String.init) ?? ""
        return word.contains(":") ? DurationParser.duration(from: word) : nil
    }

    /// A line without tags, formatting codes and references; `<v Name>` names the speaker.
    private static func plain(_ line: String, speaker: inout String?) -> String {
        var bytes: [UInt8] = []
        var found = speaker
        MarkupDocument.read(Array(line.utf8), dialect: .html) { event, reader in
            if event == .text {
                reader.appendText(to: &bytes)
            } else if event == .startElement, found == nil,
                MarkupDocument.name(reader).hasPrefix("v")
            {
                found = voice(reader)
            }
        }
        speaker = found
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("{\\") || text.contains("<") else { return text.trimmingSpaces }
        return removingCodes(text).trimmingSpaces
    }

    /// Takes out what is no HTML tag: SubStation codes `{\an8}`, WebVTT's inner times `<00:19.0>`.
    private static func removingCodes(_ text: String) -> String {
        var kept = ""
        var end: Character?
        var characters = text[...]
        while let character = characters.popFirst() {
            if end == nil {
                let next = characters.first
                if character == "{", next == "\\" {
                    end = "}"
                } else if character == "<", next?.isNumber == true, characters.contains(">") {
                    end = ">"
                } else {
                    kept.append(character)
                }
            } else if character == end {
                end = nil
            }
        }
        return kept
    }

    /// The name in `<v Esme>` or `<v.loud Esme Smith>`.
    private static func voice(_ reader: borrowing XMLReader) -> String? {
        let name = MarkupDocument.name(reader)
        guard name == "v" || name.hasPrefix("v.") else { return nil }
        let words = (0..<min(reader.attributeCount, 8)).map { reader.attributeName($0) }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
