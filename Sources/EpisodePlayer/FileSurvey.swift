import AudioKit

/// What the decoding thread finds out about the file while it has nothing else to do.
struct FileSurvey {
    private let decoder: any Decoder
    private let source: any ByteSource
    private var isMeasured = false
    private var length: MediaLength?

    init(decoder: any Decoder, source: any ByteSource) {
        self.decoder = decoder
        self.source = source
        length = decoder.length
    }

    /// The map as far as bytes are held, and the length if it changed.
    mutating func look() throws(AudioError) -> (map: (any TimeMap)?, length: MediaLength?) {
        var map: (any TimeMap)?
        if source.isComplete {
            if !isMeasured { try decoder.measure() }
            isMeasured = true
        } else {
            map = try decoder.makeTimeMap()
        }
        guard decoder.length != length else { return (map, nil) }
        length = decoder.length
        return (map, length)
    }
}
