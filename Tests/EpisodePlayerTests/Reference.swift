import AudioKit
import CMPG123
import TestSupport
import Testing

/// The MP3 files of the audio tests.
enum Fixture {
    static func path(_ name: String) -> String {
        let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        return "/\(folder)/AudioKitTests/Fixtures/\(name).mp3"
    }

    static func source(_ name: String) throws -> FileByteSource {
        try FileByteSource(path: path(name))
    }

    /// A fixture's frames many times over, six minutes, so that a slow machine meets no end.
    static func long(in home: TemporaryHome) throws -> String {
        let bytes = try #require(readFile(path("speech-vbr-bare")))
        home.write(Array((0..<90).map { _ in bytes }.joined()), to: "long.mp3")
        return home.path("long.mp3")
    }

    /// The file decoded to 16 bits by libmpg123 itself, fed by its own file reader.
    static func decoded(_ name: String) throws -> [Int16] {
        try decoded(path: path(name))
    }

    /// The same for any file.
    static func decoded(path: String) throws -> [Int16] {
        let handle = try #require(mpg123_new(nil, nil))
        defer { mpg123_delete(handle) }
        mpg123_param2(handle, Int32(MPG123_ADD_FLAGS.rawValue), Int(MPG123_QUIET.rawValue), 0)
        mpg123_param2(handle, Int32(MPG123_RVA.rawValue), 0, 0)
        try #require(mpg123_open(handle, path) == MPG123_OK.rawValue)
        defer { mpg123_close(handle) }
        mpg123_format_none(handle)
        for rate in [22_050, 24_000, 44_100] {
            let both = Int32(MPG123_MONO.rawValue | MPG123_STEREO.rawValue)
            mpg123_format(handle, rate, both, Int32(MPG123_ENC_SIGNED_16.rawValue))
        }
        var samples: [Int16] = []
        var block = [Int16](repeating: 0, count: 8192)
        while true {
            var done = 0
            let code = mpg123_read(handle, &block, block.count * 2, &done)
            samples += block[..<(done / 2)]
            if code != MPG123_OK.rawValue, code != MPG123_NEW_FORMAT.rawValue { return samples }
        }
    }
}
