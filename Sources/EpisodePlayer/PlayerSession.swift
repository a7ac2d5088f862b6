import AudioKit

/// One loaded item: its thread, its ring, and where the sound in the ring belongs.
///
/// Owned by the player's thread; positions are read through `LivePosition`.
final class PlayerSession {
    let item: PlayerItem
    let worker: DecodeWorker
    /// Counts loads, so that messages of an item put away are known.
    let generation: Int
    var format: AudioFormat?
    var renderer: Renderer?
    var length: MediaLength?
    /// The place that was asked for and not reached yet.
    var target: Duration?
    /// Whether the next landing is told: a seek, but neither the start nor a change of speed.
    var announcesLanding = false
    /// Counts seeks: only the landing of the latest one counts.
    var seekCount = 0
    /// A failure that becomes true once the sound before it was heard.
    var pendingFailure: AudioError?
    /// How much must be decoded before sound starts.
    var threshold: Duration
    /// Whether something of it was heard, so that the next start is faded in.
    var wasHeard = false

    init(item: PlayerItem, worker: DecodeWorker, generation: Int, threshold: Duration) {
        self.item = item
        self.worker = worker
        self.generation = generation
        self.threshold = threshold
        target = item.start
    }

    /// The end of the file in media time, where it is known.
    var duration: Duration? {
        if let format, let length { return format.duration(ofFrames: length.frames) }
        return item.announcedDuration
    }

    /// Whether as much is decoded as a start needs.
    func isFilled(speed: Double) -> Bool {
        guard target == nil, let renderer, let format else { return false }
        if renderer.endIndex != nil { return true }
        let room = renderer.ring.capacity - renderer.ring.history
        let wanted = min(Int(format.frames(in: threshold)), room * 3 / 4)
        return renderer.ring.fillCount >= wanted
    }

    /// The media time heard at an index of the ring.
    func mediaTime(at index: Int) -> Duration? {
        guard let format, let frame = worker.map.mediaFrame(at: index) else { return nil }
        return format.duration(ofFrames: Int64(frame))
    }
}
