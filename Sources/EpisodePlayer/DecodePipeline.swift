import AudioKit

/// From decoder to ring: decodes a block, changes its speed, and keeps what did not fit.
final class DecodePipeline {
    /// Frames decoded at a time.
    private static let block = 4096

    private let decoder: any Decoder
    private let stretcher: SonicStretcher?
    private let buffer: UnsafeMutableBufferPointer<Float>
    /// The part of the buffer that waits, in frames; only without a stretcher.
    private var waiting = 0..<0
    /// The media frame after the last one decoded.
    private(set) var mediaFrame: Int64
    /// Whether the decoder gave its last frame.
    private(set) var isAtEnd = false
    /// Whether the end was told to the renderer.
    var isDone = false

    /// Makes a pipeline for a place; at speed 1 samples pass untouched.
    init(decoder: any Decoder, mediaFrame: Int64, speed: Double) {
        self.decoder = decoder
        self.mediaFrame = mediaFrame
        stretcher = speed == 1 ? nil : SonicStretcher(format: decoder.format, speed: speed)
        buffer = .allocate(capacity: Self.block * decoder.format.channelCount)
        buffer.initialize(repeating: 0)
    }

    deinit {
        buffer.deallocate()
    }

    /// Frames that wait for room in the ring.
    var pendingFrames: Int { stretcher?.availableFrames ?? waiting.count }

    /// Decodes one block; blocks while its bytes are missing.
    func decode() throws(AudioError) {
        let count = try decoder.read(into: buffer)
        mediaFrame += Int64(count)
        if count == 0 {
            isAtEnd = true
            stretcher?.finish()
        } else if let stretcher {
            let samples = buffer[..<(count * decoder.format.channelCount)]
            stretcher.write(UnsafeBufferPointer(rebasing: samples))
        } else {
            waiting = 0..<count
        }
    }

    /// Puts into the ring what fits.
    func writeOut(to renderer: Renderer) {
        let channels = decoder.format.channelCount
        if let stretcher {
            guard stretcher.availableFrames > 0 else { return }
            stretcher.read { renderer.write($0) }
        } else if !waiting.isEmpty {
            let samples = buffer[(waiting.lowerBound * channels)..<(waiting.upperBound * channels)]
            let count = renderer.write(UnsafeBufferPointer(rebasing: samples))
            waiting = (waiting.lowerBound + count)..<waiting.upperBound
        }
    }
}
