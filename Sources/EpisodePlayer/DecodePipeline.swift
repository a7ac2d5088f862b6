import AudioKit

/// From decoder to ring: decodes a block, changes its sound, and keeps what did not fit.
final class DecodePipeline {
    /// Frames decoded at a time.
    private static let block = 4096

    private let decoder: any Decoder
    private let chain: SoundChain?
    /// Nil where nothing is measured.
    private let loudness: FileLoudness?
    private let anchor: PositionMap.Anchor
    /// Whether its place is certain, and so is the end that it comes to.
    let isExact: Bool
    private let buffer: UnsafeMutableBufferPointer<Float>
    /// The part of the buffer that waits, in frames; only without a chain.
    private var waiting = 0..<0
    /// The media frame after the last one decoded.
    private(set) var mediaFrame: Int64
    /// Whether the decoder gave its last frame.
    private(set) var isAtEnd = false
    /// Whether the ring still ends where the item before it does.
    private var isBehind: Bool
    /// Whether the end was told to the renderer.
    var isDone = false

    /// Makes a pipeline for a place; neutral settings let samples pass untouched.
    init(
        decoder: any Decoder, mediaFrame: Int64, settings: SoundSettings, loudness: FileLoudness,
        anchor: PositionMap.Anchor, isExact: Bool, isBehind: Bool = false
    ) {
        self.isExact = isExact
        self.isBehind = isBehind
        self.decoder = decoder
        self.anchor = anchor
        self.mediaFrame = mediaFrame
        chain =
            settings.isNeutral
            ? nil
            : SoundChain(
                format: decoder.format, settings: settings, meter: loudness.meter,
                knownLoudness: loudness.known,
                expectedLoudness: settings.normalizesLoudness ? loudness.expected : nil)
        self.loudness = settings.normalizesLoudness ? loudness : nil
        buffer = .allocate(capacity: Self.block * decoder.format.channelCount)
        buffer.initialize(repeating: 0)
    }

    deinit {
        buffer.deallocate()
    }

    /// Frames that wait for room in the ring.
    var pendingFrames: Int { chain?.availableFrames ?? waiting.count }

    /// Decodes one block; blocks while its bytes are missing.
    func decode() throws(AudioError) {
        let count = try decoder.read(into: buffer)
        mediaFrame += Int64(count)
        if count == 0 {
            isAtEnd = true
            chain?.finish()
        } else if let chain {
            let samples = buffer[..<(count * decoder.format.channelCount)]
            let isNew = loudness?.note((mediaFrame - Int64(count))..<mediaFrame) ?? false
            chain.write(UnsafeBufferPointer(rebasing: samples), isNew: isNew)
        } else {
            waiting = 0..<count
        }
    }

    /// Where trimming made media time jump, since the last call.
    func takeAnchors() -> [PositionMap.Anchor] {
        (chain?.takeJoints() ?? []).map { joint in
            PositionMap.Anchor(
                index: anchor.index + joint.outputFrame,
                mediaFrame: anchor.mediaFrame + Double(joint.inputFrame), rate: anchor.rate)
        }
    }

    /// Takes the end mark of the item before away, once there is something behind it.
    func join(_ renderer: Renderer) {
        guard isBehind, renderer.ring.writeIndex > anchor.index || isDone else { return }
        isBehind = false
        if !isDone { renderer.clearEnd() }
    }

    /// Puts into the ring what fits.
    func writeOut(to renderer: Renderer) {
        let channels = decoder.format.channelCount
        if let chain {
            guard chain.availableFrames > 0 else { return }
            chain.read { renderer.write($0) }
        } else if !waiting.isEmpty {
            let samples = buffer[(waiting.lowerBound * channels)..<(waiting.upperBound * channels)]
            let count = renderer.write(UnsafeBufferPointer(rebasing: samples))
            waiting = (waiting.lowerBound + count)..<waiting.upperBound
        }
    }
}
