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
    /// By what the start is found if the file has changed, until it is reached or given up.
    var fingerprint: FrameFingerprint?
    /// Whether the file became another one while it was played, which is to be told with the place.
    var isChanged = false
    /// By what the start was found, where the file had changed.
    var evidence: PlaceEvidence?
    /// Counts seeks: only the landing of the latest one counts.
    var seekCount = 0
    /// How its sound was made when it was decoded ahead of its turn.
    var sound: SoundSettings?
    /// What was found out about it before its turn.
    var learnt: MediaFacts?
    /// What of it is broken and was left out.
    var damage = MediaDamage()
    /// The ring's frame behind its last one, where another item follows it there.
    var lastIndex: Int?
    /// Whether its worker is at the ring.
    var stay = Stay.here
    /// The end mark that was in the ring when this item followed another there, by its count.
    var earlierEnd: Int?
    /// A failure that becomes true once the sound before it was heard.
    var pendingFailure: AudioError?
    /// How much must be decoded before sound starts.
    var threshold: Duration
    /// How fast a stream comes.
    var keepUp = KeepUpEstimator()
    /// Whether something of it was heard, so that the next start is faded in.
    var wasHeard = false

    /// Whether a worker is at the ring, or has left it to the next item's.
    enum Stay {
        case here, leaving, away
    }

    init(item: PlayerItem, worker: DecodeWorker, generation: Int, threshold: Duration) {
        self.item = item
        self.worker = worker
        self.generation = generation
        self.threshold = threshold
        target = item.start
        fingerprint = item.fingerprint
    }

    /// The ring's index after the item's last frame; nil while it is not known, or while only the end
    /// of the item before it is marked.
    var endIndex: Int? {
        guard let renderer, renderer.endMarkCount != earlierEnd else { return nil }
        return renderer.endIndex
    }

    /// The end of the file in media time, where it is known.
    var duration: Duration? {
        if let format, let length { return format.duration(ofFrames: length.frames) }
        return item.announcedDuration
    }

    /// A place inside the file; an estimated end cuts nothing off, since it may be too early.
    func bounded(_ time: Duration) -> Duration {
        guard let length, !length.isEstimated, let duration else { return max(.zero, time) }
        return max(.zero, min(duration, time))
    }

    /// Whether as much is decoded, and for a stream held, as a start needs.
    func isFilled(speed: Double) -> Bool {
        guard target == nil, let renderer, let format else { return false }
        if endIndex != nil { return true }
        let room = renderer.ring.capacity - renderer.ring.history
        let wanted = min(Int(format.frames(in: threshold)), room * 3 / 4)
        guard renderer.ring.fillCount >= wanted else { return false }
        if item.source.isComplete { return true }
        let ring = format.duration(ofFrames: Int64(renderer.ring.fillCount))
        return ring >= threshold || ahead(speed: speed) >= threshold
            || isLikelyToKeepUp(speed: speed)
    }

    /// Playing time that is held ahead of what is heard.
    func ahead(speed: Double) -> Duration {
        guard let renderer, let place = mediaTime(at: renderer.ring.readIndex) else {
            return .zero
        }
        let end = bufferedRanges.first { $0.contains(place) }?.upperBound ?? place
        return (end - place) / speed
    }

    /// Whether the stream comes fast enough, or is all there.
    func isLikelyToKeepUp(speed: Double) -> Bool {
        let source = item.source
        if source.isComplete || source.isSated { return true }
        guard let renderer, let duration, let length = source.length,
            let place = mediaTime(at: renderer.ring.readIndex)
        else { return false }
        let held = bufferedRanges.first { $0.contains(place) }?.upperBound ?? place
        let share = duration > .zero ? held / duration : 0
        return keepUp.isLikely(
            missingBytes: Int64(Double(length) * (1 - share)),
            remaining: (duration - place) / speed, ahead: (held - place) / speed,
            threshold: threshold)
    }

    /// Lets the source know how many bytes a second are played now.
    func tellUse(speed: Double) {
        guard let duration, duration > .zero, let length = item.source.length else { return }
        item.source.expectUse(bytesPerSecond: Double(length) / (duration / .seconds(1)) * speed)
    }

    /// The stretches of media time that play without waiting for a network.
    var bufferedRanges: [Range<Duration>] {
        Self.bufferedRanges(
            source: item.source, map: worker.timeMap, format: format, duration: duration)
    }

    /// The same from parts that any thread may hold.
    static func bufferedRanges(
        source: any ByteSource, map: (any TimeMap)?, format: AudioFormat?, duration: Duration?
    ) -> [Range<Duration>] {
        if source.isComplete { return duration.map { $0 > .zero ? [.zero..<$0] : [] } ?? [] }
        guard let map, let format else { return [] }
        return map.mediaRanges(of: source.availableRanges).map {
            format.duration(ofFrames: $0.lowerBound)..<format.duration(ofFrames: $0.upperBound)
        }
    }

    /// The media time heard at an index of the ring.
    func mediaTime(at index: Int) -> Duration? {
        let bounded = lastIndex.map { min(index, $0) } ?? index
        guard let format, let frame = worker.map.mediaFrame(at: bounded) else { return nil }
        return format.duration(ofFrames: Int64(frame))
    }
}
