import AudioKit
import Synchronization
import ThreadKit

/// The thread that reads, decodes and stretches one item into a renderer's ring.
///
/// It may wait for bytes for long; every command interrupts that.
final class DecodeWorker: Sendable {
    /// What the worker tells.
    enum Event: Sendable {
        /// The file is open; nothing is decoded before the first `begin`.
        case opened(AudioFormat, MediaLength?)
        /// The place asked for was reached; the ring holds nothing else.
        case landed(mediaFrame: Int64, seekCount: Int, evidence: PlaceEvidence?)
        /// The ring is left to others, as asked for at that count of seeks.
        case left(seekCount: Int)
        /// As much as was asked for is in the ring, or the rest of the file.
        case filled
        /// The length is known, or known better.
        case lengthChanged(MediaLength)
        /// More of the file is broken than was known.
        case damaged(MediaDamage)
        /// Something was found out that holds as long as the file is the same.
        case learnt(MediaFacts)
        /// Reading or decoding failed; what was decoded before stands in the ring.
        case failed(AudioError)
    }

    /// Where to go on, and how.
    struct Place: Sendable {
        var mediaTime: Duration
        var settings: SoundSettings
        var seekCount: Int
        /// By what the place is found where the file is another one than when it was taken.
        var fingerprint: FrameFingerprint?
        /// Whether what stands in the ring is kept, and this follows behind it.
        var isBehind = false
    }

    private struct Orders {
        var place: Place?
        var renderer: Renderer?
        /// The count of seeks at which the ring was to be left.
        var departure: Int?
        var isStopped = false
    }

    let map = PositionMap()
    private let item: PlayerItem
    private let onEvent: @Sendable (Event) -> Void
    private let orders = Mutex(Orders())
    private let fillWish = Atomic(0)
    private let knownMap = Mutex<(any TimeMap)?>(nil)
    private let knownTrail = Mutex<FrameTrail?>(nil)
    private let learnt: Mutex<MediaFacts>
    private let finished = ThreadSignal()
    /// Waited on before there is a renderer, whose own signal serves afterwards.
    private let signal = ThreadSignal()

    /// Starts the thread, which opens the file.
    init(item: PlayerItem, onEvent: @escaping @Sendable (Event) -> Void) {
        self.item = item
        self.onEvent = onEvent
        learnt = Mutex(item.facts)
        item.source.rearm()
        startThread(name: "column-decode") { [self] in
            run()
            finished.notify()
        }
    }

    /// Tells where the sound goes and where to begin.
    func begin(_ renderer: Renderer, at place: Place) {
        orders.withLock { orders in
            orders.renderer = renderer
            orders.departure = nil
            orders.place = place
        }
        item.source.interrupt()
        wake()
    }

    /// Leaves the ring to another worker, until `begin`; `.left` tells when.
    func leave(seekCount: Int) {
        orders.withLock { $0.departure = seekCount }
        wake()
    }

    /// Drops what is decoded and goes on elsewhere or at another speed; the latest order counts.
    func move(to place: Place) {
        orders.withLock { $0.place = place }
        item.source.interrupt()
        wake()
    }

    /// Asks for one `filled` as soon as so many frames are there.
    func report(filledTo frames: Int) {
        fillWish.store(max(1, frames), ordering: .releasing)
        wake()
    }

    /// The latest map of bytes and times; nil where only the whole file plays.
    var timeMap: (any TimeMap)? { knownMap.withLock { $0 } }

    /// What tells the place at a media time by its frames; nil where nothing is known of it.
    func fingerprint(at place: Duration) -> FrameFingerprint? {
        knownTrail.withLock { $0 }?.fingerprint(at: place)
    }

    /// Ends the thread; says whether it ended in time.
    func stop() -> Bool {
        orders.withLock { $0.isStopped = true }
        item.source.interrupt()
        wake()
        return finished.wait(upTo: .milliseconds(300))
    }

    private func wake() {
        signal.notify()
        orders.withLock { $0.renderer }?.producerSignal.notify()
    }
}

// MARK: - The thread

extension DecodeWorker {
    private func run() {
        let decoder: any Decoder
        do throws(AudioError) {
            decoder = try DecoderFactory.makeDecoder(
                for: item.source, savedIndex: item.facts.frameIndex)
        } catch {
            if !isStopped { onEvent(.failed(error)) }
            return
        }
        onEvent(.opened(decoder.format, decoder.length))
        var pipeline: DecodePipeline?
        var survey = FileSurvey(decoder: decoder, source: item.source)
        let loudness = FileLoudness(of: decoder, known: item.facts.loudness)
        while true {
            // Rearmed first: an order that comes later interrupts again.
            item.source.rearm()
            let (place, ring, departure, isStopped) = takeOrders()
            if isStopped { return }
            if let departure { onEvent(.left(seekCount: departure)) }
            guard let renderer = ring else {
                signal.wait()
                continue
            }
            do throws(AudioError) {
                if let place {
                    pipeline = try makePipeline(decoder, renderer, at: place, loudness)
                    if !item.source.isComplete { try publish(&survey) }
                }
                if let current = pipeline {
                    if try isBusy(current, renderer) {
                        try follow(current, &survey)
                        continue
                    }
                    if !current.isDone { try follow(current, &survey) }
                }
                // The ring is full, or the end is reached: time to look around.
                if let pipeline, pipeline.isDone, pipeline.isExact { survey.noteEnd() }
                try publish(&survey)
                tellLearnt(decoder, loudness, isAtEnd: pipeline?.isDone == true)
                waitForWork(pipeline, renderer)
            } catch .interrupted {
                continue
            } catch {
                pipeline = nil
                // Told before the ring ends, which would else seem to be the end of the file.
                onEvent(.failed(error))
                renderer.markEnd()
            }
        }
    }

    /// The place is taken, and the ring given up where that is asked for.
    private func takeOrders() -> (
        place: Place?, ring: Renderer?, departure: Int?, isStopped: Bool
    ) {
        orders.withLock { orders in
            let departure = orders.departure.take()
            if departure != nil { orders.renderer = nil }
            // Without a ring there is nowhere to go; the order waits for one.
            let place = orders.renderer == nil ? nil : orders.place.take()
            return (place, orders.renderer, departure, orders.isStopped)
        }
    }

    private var isStopped: Bool { orders.withLock { $0.isStopped } }

    private func makePipeline(
        _ decoder: any Decoder, _ renderer: Renderer, at place: Place, _ loudness: FileLoudness
    ) throws(AudioError) -> DecodePipeline {
        if !place.isBehind { renderer.discardAll() }
        let before = decoder.length
        knownTrail.withLock { $0 = nil }
        let (wanted, evidence) = try find(place, in: decoder)
        let reached = try decoder.seek(toFrame: wanted)
        if let length = decoder.length, length != before { onEvent(.lengthChanged(length)) }
        let anchor = PositionMap.Anchor(
            index: renderer.ring.writeIndex, mediaFrame: Double(reached),
            rate: place.settings.speed)
        map.reset(to: anchor)
        onEvent(
            .landed(mediaFrame: reached, seekCount: place.seekCount, evidence: evidence))
        return DecodePipeline(
            decoder: decoder, mediaFrame: reached, settings: place.settings, loudness: loudness,
            anchor: anchor, isExact: reached == 0 || item.source.isComplete,
            isBehind: place.isBehind)
    }

    /// The frame to go to: another one where the same sound stands elsewhere now.
    private func find(
        _ place: Place, in decoder: any Decoder
    ) throws(AudioError) -> (frame: Int64, evidence: PlaceEvidence?) {
        let wanted = decoder.format.frames(in: place.mediaTime)
        guard let fingerprint = place.fingerprint else { return (wanted, nil) }
        switch try decoder.search(fingerprint) {
        case .here: return (wanted, nil)
        case .lost: return (wanted, .time)
        case .moved(let frame):
            let distance = wanted - decoder.format.frames(in: fingerprint.place)
            return (max(0, frame + distance), .frames)
        }
    }

    /// Moves one block on; false where there is no room or nothing left.
    private func isBusy(
        _ pipeline: DecodePipeline, _ renderer: Renderer
    ) throws(AudioError) -> Bool {
        if pipeline.isDone { return false }
        pipeline.writeOut(to: renderer)
        if pipeline.pendingFrames > 0 { return false }
        if pipeline.isAtEnd {
            pipeline.isDone = true
            renderer.markEnd()
            let end = MediaLength(frames: pipeline.mediaFrame, isEstimated: !pipeline.isExact)
            onEvent(.lengthChanged(end))
        } else {
            try pipeline.decode()
            let heard = renderer.ring.readIndex - renderer.ring.history
            for anchor in pipeline.takeAnchors() { map.append(anchor, heardIndex: heard) }
            pipeline.writeOut(to: renderer)
        }
        pipeline.join(renderer)
        reportFill(renderer, isAtEnd: pipeline.isDone)
        return true
    }

    private func waitForWork(_ pipeline: DecodePipeline?, _ renderer: Renderer) {
        reportFill(renderer, isAtEnd: true)
        if let pipeline, !pipeline.isDone {
            renderer.waitForRoom()
        } else {
            renderer.producerSignal.wait()
        }
    }

    private func publish(_ survey: inout FileSurvey) throws(AudioError) {
        let (map, length) = try survey.look()
        knownMap.withLock { $0 = map }
        if let length { onEvent(.lengthChanged(length)) }
        if let damage = survey.newDamage() { onEvent(.damaged(damage)) }
    }

    /// Once each: the index as soon as it is whole, the loudness when all was heard.
    private func tellLearnt(_ decoder: any Decoder, _ loudness: FileLoudness, isAtEnd: Bool) {
        var facts = learnt.withLock { $0 }
        if item.source.isComplete, facts.frameIndex == nil { facts.frameIndex = decoder.savedIndex }
        if isAtEnd, facts.loudness == nil, let frames = decoder.length?.frames {
            facts.loudness = loudness.whole(frames: frames)
        }
        let isNew = learnt.withLock { known in
            defer { known = facts }
            return known != facts
        }
        if isNew { onEvent(.learnt(facts)) }
    }

    private func follow(
        _ pipeline: DecodePipeline, _ survey: inout FileSurvey
    ) throws(AudioError) {
        guard let trail = try survey.trail(upTo: pipeline.mediaFrame) else { return }
        knownTrail.withLock { $0 = trail }
    }

    private func reportFill(_ renderer: Renderer, isAtEnd: Bool) {
        let wish = fillWish.load(ordering: .acquiring)
        guard wish > 0, isAtEnd || renderer.ring.fillCount >= wish else { return }
        fillWish.store(0, ordering: .releasing)
        onEvent(.filled)
    }
}
