import AudioKit

/// The item in hand: its worker's news, its place and its end.
extension PlayerCore {
    /// The media time heard, or asked for and not reached yet.
    var currentPosition: Duration {
        guard let session else { return .zero }
        if let target = session.target { return target }
        let index = isRunning ? output?.heardIndex : nil
        let heard = session.mediaTime(at: index ?? session.renderer?.ring.readIndex ?? 0)
        return heard ?? session.item.start
    }

    /// Sends the worker elsewhere.
    func move(to time: Duration, isSeek: Bool = true) {
        guard let session else { return }
        stopOutput()
        // What follows stands in the ring, which is emptied now; it is decoded anew in its time.
        let follower = joint == nil ? nil : next?.item
        if follower != nil { dropNext() }
        session.target = time
        if isSeek { session.fingerprint = nil }
        session.seekCount += 1
        session.announcesLanding = session.announcesLanding || isSeek
        drainTime = nil
        let place = DecodeWorker.Place(
            mediaTime: time, settings: sound, seekCount: session.seekCount,
            fingerprint: session.fingerprint)
        if session.stay != .here, let renderer = session.renderer {
            session.stay = .here
            session.worker.begin(renderer, at: place)
        } else {
            session.worker.move(to: place)
        }
        if let follower { _ = prepare(follower) }
        publish()
        if intent == .play { awaitStart() }
    }

    func handle(_ event: DecodeWorker.Event) {
        guard let session else { return }
        switch event {
        case .opened(let format, let length):
            opened(session, format, length)
        case .landed(let frame, let seekCount, let evidence):
            guard seekCount == session.seekCount, let format = session.format else { return }
            session.target = nil
            session.fingerprint = nil
            tellChange(session, evidence, at: format.duration(ofFrames: frame))
            session.wasHeard = session.wasHeard || frame > 0
            session.worker.report(filledTo: Int(format.frames(in: session.threshold)))
            // It may be there already, and the worker waiting for bytes.
            checkOpening()
            publish()
            if session.announcesLanding {
                session.announcesLanding = false
                mailbox.emit(.seeked(format.duration(ofFrames: frame)))
            }
        case .left(let seekCount):
            if seekCount == session.seekCount, session.stay == .leaving { session.stay = .away }
        case .filled:
            checkOpening()
        case .lengthChanged(let length):
            setLength(session, length)
        case .damaged(let damage):
            session.damage = damage
            publish()
            mailbox.emit(.notice(.damaged(damage)))
        case .learnt(let facts):
            mailbox.emit(.notice(.learnt(facts)))
        case .failed(let error):
            failed(session, error)
        }
    }

    /// A file is open when its first sound is decoded.
    func checkOpening() {
        guard state == .loading, let session, session.target == nil else { return }
        if session.isFilled(speed: speed) { apply(.open) }
    }

    /// Ends the worker; a ring that it may still write to is not used again.
    func unload() {
        dropNext()
        guard let session else { return }
        let hasEnded = session.worker.stop()
        if !hasEnded { closeOutput() }
        self.session = nil
        startDeadline = nil
        drainTime = nil
        publish()
    }

    /// The end is reached when the device has played the last frame, or should have.
    func checkEnd() {
        guard isRunning, joint == nil, let session, let renderer = session.renderer,
            renderer.isDrained, let end = session.endIndex
        else { return }
        let since = drainTime ?? now
        drainTime = since
        let isHeard = (output?.heardIndex ?? end) >= end
        guard isHeard || now - since > .seconds(1) else { return }
        drainTime = nil
        if let error = session.pendingFailure {
            fail(error)
            return
        }
        stopOutput()
        if apply(.finish) { mailbox.emit(.ended) }
    }

    private func opened(_ session: PlayerSession, _ format: AudioFormat, _ length: MediaLength?) {
        session.format = format
        if let length { setLength(session, length) }
        let renderer = makeRenderer(for: format)
        renderer.volume = Float(volume)
        session.renderer = renderer
        let start = session.target ?? session.item.start
        let bounded = session.bounded(start)
        session.target = bounded
        session.worker.begin(
            renderer,
            at: DecodeWorker.Place(
                mediaTime: bounded, settings: sound, seekCount: session.seekCount,
                fingerprint: session.fingerprint))
        publish()
    }

    private func setLength(_ session: PlayerSession, _ length: MediaLength) {
        guard session.length != length, let format = session.format else { return }
        session.length = length
        publish()
        mailbox.emit(
            .durationChanged(
                format.duration(ofFrames: length.frames), isEstimated: length.isEstimated))
    }

    /// Another version is opened anew, unless that happens again before anything was heard.
    private func reopenChanged(_ session: PlayerSession) -> Bool {
        let place = currentPosition
        if let last = lastChange, place - last < .seconds(5), place >= last { return false }
        // A place that was not reached yet is still to be found by what was kept of it.
        let fingerprint =
            session.target == nil ? session.worker.fingerprint(at: place) : session.fingerprint
        load(session.item.changed(at: place, fingerprint: fingerprint), intent: intent)
        lastChange = place
        self.session?.isChanged = true
        return true
    }

    /// Tells that the file is another one, as soon as the place in it is found.
    private func tellChange(_ session: PlayerSession, _ found: PlaceEvidence?, at place: Duration) {
        let unmoved: PlaceEvidence = session.item.fingerprint == nil ? .time : .frames
        guard let evidence = found ?? (session.isChanged ? unmoved : nil) else { return }
        session.isChanged = false
        session.evidence = evidence
        publish()
        mailbox.emit(.notice(.mediaChanged(at: place, by: evidence)))
    }

    private func failed(_ session: PlayerSession, _ error: AudioError) {
        if error.isChange, reopenChanged(session) { return }
        // What was decoded before it is still worth hearing; a seek that failed has nothing.
        if session.target == nil, isRunning || session.renderer?.ring.fillCount ?? 0 > 0 {
            if state == .loading { apply(.open) }
            session.pendingFailure = error
        } else {
            fail(error)
        }
    }
}
