import AudioKit
import Testing

/// The MP3 files beside these tests; `make-fixtures.sh` tells how they were made.
enum Fixture: String, CaseIterable, CustomTestStringConvertible {
    case cbrBare = "speech-cbr-bare"
    case vbrXing = "speech-vbr-xing"
    case vbrBare = "speech-vbr-bare"
    case stereo = "stereo-cbr-info"
    case garbage = "speech-garbage"

    var testDescription: String { rawValue }

    var path: String {
        let folder = "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/")
        return "/\(folder)/Fixtures/\(rawValue).mp3"
    }

    func source() throws -> FileByteSource {
        try FileByteSource(path: path)
    }

    /// All samples from first to last, as the decoder gives them without a seek.
    func samples() throws -> [Float] {
        try allSamples(of: MP3Decoder(source: source()))
    }
}

/// Reads a decoder to its end.
func allSamples(of decoder: any Decoder) throws -> [Float] {
    var all: [Float] = []
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 2048)
    defer { buffer.deallocate() }
    while true {
        let count = try decoder.read(into: buffer)
        if count == 0 { return all }
        all += buffer[..<(count * decoder.format.channelCount)]
    }
}
