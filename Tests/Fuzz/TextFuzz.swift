import ColumnServices
import FeedParsing
import HTTPKit
import LibraryImport
import RemoteControl

/// What libFuzzer calls with each input, whose first byte says who reads the rest: nothing may trap,
/// and what is read must agree with itself.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let all = UnsafeBufferPointer(start: data, count: count)
    guard let reader = all.first else { return 0 }
    let bytes = Array(all.dropFirst())
    switch reader % 8 {
    case 0: HTTPKit.check(field: String(decoding: bytes, as: UTF8.self), now: 1_800_000_000)
    case 1: RemoteControl.check(bytes, pieces: Int(bytes.first ?? 0) + 1)
    case 2: ColumnServices.check(configuration: String(decoding: bytes, as: UTF8.self))
    case 3: _ = try? ForeignLibrary.read(bytes, path: nil)
    case 4: checkList(bytes)
    case 5: _ = ChapterParser.chapters(fromJSON: bytes)
    case 6: checkTranscript(bytes)
    default:
        bytes.withUnsafeBufferPointer {
            _ = DateParser.timestamp(from: $0)
            if let duration = DurationParser.duration(from: $0) {
                precondition(duration >= .zero, "a duration")
            }
        }
    }
    return 0
}

private func checkList(_ bytes: [UInt8]) {
    guard let list = try? OPML.list(in: bytes) else { return }
    let text = OPML.document(title: "x", list.subscriptions)
    guard let again = try? OPML.list(in: Array(text.utf8)) else {
        preconditionFailure("a list of our own")
    }
    // Controls in an address are left out when it is written; from then on nothing changes.
    precondition(OPML.document(title: "x", again.subscriptions) == text, "a list again")
}

private func checkTranscript(_ bytes: [UInt8]) {
    for type in ["text/vtt", "application/x-subrip", "text/html", "application/json", nil] {
        _ = TranscriptParser.transcript(from: bytes, contentType: type)
    }
}
