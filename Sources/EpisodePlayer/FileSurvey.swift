import AudioKit

/// What the decoding thread finds out about the file while it has nothing else to do.
struct FileSurvey {
    private let decoder: any Decoder
    private let source: any ByteSource
    private var isMeasured = false
    private var length: MediaLength?
    private var damage = MediaDamage()
    /// Whether the end was decoded, which tells more of a damaged file than its headers do.
    private var isEndKnown = false
    /// Up to where the trail was followed.
    private var trailFrame = Int64.min / 2

    init(decoder: any Decoder, source: any ByteSource) {
        self.decoder = decoder
        self.source = source
        length = decoder.length
    }

    /// Takes note that all was decoded up to the end.
    mutating func noteEnd() {
        isEndKnown = true
    }

    /// What is broken, where that is more than at the last call.
    mutating func newDamage() -> MediaDamage? {
        guard decoder.damage != damage else { return nil }
        damage = decoder.damage
        return damage
    }

    /// What tells the places that were decoded last; nil also where little was decoded since.
    mutating func trail(upTo mediaFrame: Int64) throws(AudioError) -> FrameTrail? {
        guard abs(mediaFrame - trailFrame) >= Int64(decoder.format.sampleRate) else { return nil }
        trailFrame = mediaFrame
        return try decoder.makeTrail()
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
        try decoder.inspect()
        guard !isEndKnown, decoder.length != length else { return (map, nil) }
        length = decoder.length
        return (map, length)
    }
}
