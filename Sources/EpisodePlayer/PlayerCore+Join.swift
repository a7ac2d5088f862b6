import AudioKit

/// The item that follows: opened early, and decoded into the same ring right behind the present one.
///
/// At the joint the state says `ended`, and the sound goes on for a moment. A `load` of the very item
/// takes it up; anything else, or nothing, makes silence.
extension PlayerCore {
    /// Opens what will follow; nil gives it up.
    func prepare(_ item: PlayerItem?) -> Bool {
        giveUpNext()
        guard let item else { return true }
        switch state {
        case .ready, .playing, .paused, .stalled: break
        case .idle, .loading, .ended, .failed: return false
        }
        generation += 1
        let generation = generation
        let mailbox = mailbox
        let worker = DecodeWorker(item: item) { event in
            mailbox.post(.worker(event, generation: generation))
        }
        next = PlayerSession(
            item: item, worker: worker, generation: generation,
            threshold: configuration.localThreshold)
        return true
    }

    /// News of the next item's worker.
    func handleNext(_ event: DecodeWorker.Event, _ next: PlayerSession) {
        switch event {
        case .opened(let format, let length):
            next.format = format
            next.length = length
            next.target = max(.zero, next.item.start)
        case .landed(_, _, let evidence):
            next.target = nil
            next.evidence = evidence
            next.wasHeard = true
        case .lengthChanged(let length): next.length = length
        case .learnt(let facts): next.learnt = facts
        case .damaged(let damage): next.damage = damage
        case .filled, .left: break
        case .failed(let error):
            // Loaded in its turn, it will fail again, and say why.
            if joint == nil { dropNext() } else { next.pendingFailure = error }
        }
    }

    /// Lets the next item's sound follow in the ring, once all of the present one stands in it.
    func checkJoin() {
        guard let next, joint == nil, isRunning, state == .playing, let session,
            session.pendingFailure == nil, let renderer = session.renderer,
            let end = session.endIndex, let format = next.format, format == renderer.format,
            let target = next.target
        else { return }
        // Both threads would wait on the ring's one signal.
        switch session.stay {
        case .here:
            session.stay = .leaving
            return session.worker.leave(seekCount: session.seekCount)
        case .leaving: return
        case .away: break
        }
        joint = end
        next.earlierEnd = renderer.endMarkCount
        next.sound = sound
        session.lastIndex = end
        next.renderer = renderer
        next.worker.begin(
            renderer,
            at: DecodeWorker.Place(
                mediaTime: target, settings: sound, seekCount: next.seekCount,
                fingerprint: next.fingerprint, isBehind: true))
        publish()
    }

    /// At the joint the present item has ended, while the sound goes on.
    func checkJoint() {
        if let deadline = joinDeadline, now >= deadline { giveUpJoin() }
        guard let joint, isRunning, joinDeadline == nil, let output, output.heardIndex >= joint
        else { return }
        joinDeadline = now + configuration.joinPatience
        if apply(.finish) { mailbox.emit(.ended) }
    }

    /// Takes up the item that sounds already; false where it is another one.
    func join(_ item: PlayerItem, intent: PlayerIntent) -> Bool {
        guard joinDeadline != nil, output != nil, state == .ended, intent == .play, let next,
            next.item.isSame(as: item), next.sound == sound, let old = session
        else { return false }
        _ = old.worker.stop()
        session = next
        self.next = nil
        joint = nil
        joinDeadline = nil
        stallCount = 0
        lastChange = nil
        // What interrupted between the two holds for the second as well.
        self.intent = interruption == .deviceRemoved ? .pause : intent
        apply(.load)
        apply(.open)
        if isRunning {
            apply(.start)
        } else if let format = next.format {
            // It ran dry between the two: nothing of it is lost, and nothing comes twice.
            next.worker.report(filledTo: Int(format.frames(in: next.threshold)))
        }
        publish()
        if let length = next.length, let format = next.format {
            mailbox.emit(
                .durationChanged(
                    format.duration(ofFrames: length.frames), isEstimated: length.isEstimated))
        }
        if next.damage.places > 0 { mailbox.emit(.notice(.damaged(next.damage))) }
        if let facts = next.learnt { mailbox.emit(.notice(.learnt(facts))) }
        return true
    }

    /// Puts the next item away while the present one goes on: what of it stands in the ring is taken out.
    private func giveUpNext() {
        guard next != nil, let joint, joinDeadline == nil, let renderer = session?.renderer else {
            return dropNext()
        }
        // What a device holds of it comes back, as far as nobody heard it.
        if renderer.ring.readIndex + renderer.format.sampleRate > joint { stopOutput() }
        let place = currentPosition
        dropNext()
        if renderer.cut(at: joint) { publish() } else { move(to: place, isSeek: false) }
    }

    /// Puts the next item away; what of it stands in the ring is dropped by whoever goes elsewhere.
    func dropNext() {
        guard let next else { return }
        self.next = nil
        if joinDeadline != nil { stopOutput() }
        let hadJoint = joint != nil
        joint = nil
        joinDeadline = nil
        let hasStopped = next.worker.stop()
        guard hadJoint, let session else { return }
        if !hasStopped { closeOutput() }
        session.lastIndex = nil
    }

    private func giveUpJoin() {
        stopOutput()
        dropNext()
        publish()
    }

    /// When the joint will be heard, or the patience with it is over.
    var joinTime: Duration? {
        if let joinDeadline { return joinDeadline }
        guard let joint, isRunning, let output, let format = session?.format else { return nil }
        let rest = max(0, joint - output.heardIndex)
        return now + format.duration(ofFrames: Int64(rest)) + .milliseconds(1)
    }
}
