import ColumnModel
import FeedParsing
import JSONKit
import XMLKit

/// What libFuzzer calls with each input: everything that reads bytes from outside must neither trap
/// nor depend on how the bytes are cut into pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: data, count: count))
    var episodes = 0
    let feed = try? parseFeed(bytes, hints: FeedHints(baseURL: "http://e.example/a/b")) { _ in
        episodes += 1
    }
    precondition(feed != nil || episodes == 0 || bytes.isEmpty == false)
    let step = Int(bytes.first ?? 0) % 7 + 1
    precondition(markup(bytes, step: .max) == markup(bytes, step: step), "pieces of markup")
    precondition(json(bytes, step: .max) == json(bytes, step: step), "pieces of JSON")
    if count < 4_096 {
        _ = try? OPML.subscriptions(in: bytes)
        _ = FeedDiscovery.links(inPage: bytes, hints: FeedHints())
        _ = TranscriptParser.transcript(from: bytes)
        _ = ChapterParser.chapters(fromJSON: bytes)
        _ = FeedRow.line(for: bytes, file: "f")
    }
    if count <= 256 {
        bytes.withUnsafeBufferPointer {
            _ = DateParser.timestamp(from: $0)
            _ = DurationParser.duration(from: $0)
        }
    }
    return 0
}

/// What the events of markup are, as one string of bytes; neighbouring texts are one.
private func markup(_ bytes: [UInt8], step: Int) -> [UInt8] {
    var clean: [UInt8] = []
    var decoder = TextDecoder(encoding: .utf8)
    bytes.withUnsafeBufferPointer { decoder.decode($0, isLast: true, into: &clean) }
    var reader = XMLReader()
    var start = 0
    var digest: [UInt8] = []
    while true {
        switch reader.next() {
        case .needsInput:
            let end = step < clean.count - start ? start + step : clean.count
            if start == end {
                reader.finish()
            } else {
                clean[start..<end].withUnsafeBufferPointer { reader.append($0) }
                start = end
            }
        case .text: reader.appendText(to: &digest)
        case .startElement:
            digest.append(1)
            digest.append(UInt8(truncatingIfNeeded: reader.element))
            reader.appendTag(to: &digest)
        case .endElement:
            digest.append(2)
            digest.append(UInt8(truncatingIfNeeded: reader.element))
        case .doctype: digest.append(3)
        case .endOfDocument:
            digest.append(UInt8(truncatingIfNeeded: reader.damage.count))
            return digest
        }
    }
}

private func json(_ bytes: [UInt8], step: Int) -> [UInt8] {
    var reader = JSONReader()
    var start = 0
    var digest: [UInt8] = []
    while true {
        switch reader.next() {
        case .needsInput:
            let end = step < bytes.count - start ? start + step : bytes.count
            if start == end {
                reader.finish()
            } else {
                bytes[start..<end].withUnsafeBufferPointer { reader.append($0) }
                start = end
            }
        case .beginObject: digest.append(1)
        case .endObject: digest.append(2)
        case .beginArray: digest.append(3)
        case .endArray: digest.append(4)
        case .key, .string, .number: digest += reader.text + [5]
        case .bool(let value): digest.append(value ? 6 : 7)
        case .null: digest.append(8)
        case .end: return digest + [9]
        case .failure: return digest + [10]
        }
    }
}
