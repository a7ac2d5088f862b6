import AudioKit

/// What others see.
extension PlayerCore {
    /// Gives the mailbox a way to make snapshots on any thread, from what is true now.
    func publish() {
        var fixed = PlayerSnapshot()
        fixed.state = state
        fixed.intent = intent
        fixed.interruption = interruption
        fixed.speed = speed
        fixed.trim = sound.trim
        fixed.normalizesLoudness = sound.normalizesLoudness
        fixed.volume = volume
        fixed.outputName = output?.name
        let heard = session?.worker
        mailbox.setFingerprint { heard?.fingerprint(at: $0) }
        guard let session else {
            mailbox.setSnapshot { [fixed] in fixed }
            return
        }
        fixed.duration = session.duration
        fixed.isDurationEstimated = session.length?.isEstimated ?? true
        fixed.position = currentPosition
        fixed.damage = session.damage
        fixed.placeEvidence = session.evidence
        let live = isRunning ? output : nil
        let target = session.target
        let renderer = session.renderer
        let format = session.format
        let worker = session.worker
        let map = worker.map
        let last = session.lastIndex ?? .max
        fixed.isLikelyToKeepUp = session.isLikelyToKeepUp(speed: speed)
        let source = session.item.source
        mailbox.setSnapshot { [fixed] in
            var snapshot = fixed
            if target == nil, let live, let format,
                let frame = map.mediaFrame(at: min(live.heardIndex, last))
            {
                snapshot.position = format.duration(ofFrames: Int64(frame))
            }
            if let renderer {
                let index = live?.heardIndex ?? renderer.ring.readIndex
                snapshot.rampGain = Double(renderer.rampGain(at: index))
            }
            snapshot.underrunCount = renderer?.underrunCount ?? 0
            snapshot.isBufferEmpty = renderer.map { $0.ring.fillCount == 0 } ?? true
            if source.isComplete || source.isSated { snapshot.isLikelyToKeepUp = true }
            snapshot.bufferedRanges = PlayerSession.bufferedRanges(
                source: source, map: worker.timeMap, format: format, duration: snapshot.duration)
            return snapshot
        }
    }
}
