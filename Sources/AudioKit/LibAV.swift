import CLibAV

/// libavformat and libavcodec, loaded when the first file needs them.
enum LibAV {
    private static let table: column_av? = {
        var table = column_av()
        guard column_av_load(&table) != 0 else { return nil }
        table.av_log_set_level(AV_LOG_QUIET)
        return table
    }()

    /// The functions; nil where the libraries are not installed.
    static var functions: column_av? { table }

    /// What a code means, in the library's words.
    static func failure(_ code: Int32, _ av: column_av) -> AudioError {
        var text = [CChar](repeating: 0, count: 128)
        _ = av.av_strerror(code, &text, text.count)
        let words = String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return .decoder(library: "libav", code: code, detail: words)
    }
}
