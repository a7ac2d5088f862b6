import AudioKit

/// What the user asks.
extension PlayerCore {
    /// Does what is asked; returns why it is refused.
    func answer(_ request: PlayerMailbox.Request) -> PlayerError? {
        switch request {
        case .load(let item, let intent):
            load(item, intent: intent)
            return nil
        case .prepare(let item):
            return prepare(item) ? nil : .tooEarly(state)
        case .command(let command):
            return perform(command) ? nil : .refused(command, state)
        }
    }

    private func perform(_ command: PlayerCommand) -> Bool {
        switch command {
        case .play: play()
        case .pause: pause()
        case .toggle: intent == .play && state != .ended ? pause() : play()
        case .seek(let time): seek(to: time)
        case .skip(let span): seek(to: currentPosition + span)
        case .setSpeed(let value): setSpeed(value)
        case .setVolume(let value): setVolume(value)
        case .ramp(let gain, let span): ramp(to: gain, over: span)
        case .setTrim(let strength): setTrim(strength)
        case .setLoudness(let isOn): setLoudness(isOn)
        case .stop: stop()
        }
    }

    func load(_ item: PlayerItem, intent: PlayerIntent) {
        if join(item, intent: intent) { return }
        stopOutput()
        if intent == .pause { endRamp() }
        unload()
        generation += 1
        let generation = generation
        let mailbox = mailbox
        let worker = DecodeWorker(item: item) { event in
            mailbox.post(.worker(event, generation: generation))
        }
        session = PlayerSession(
            item: item, worker: worker, generation: generation,
            threshold: item.source.isComplete
                ? configuration.localThreshold : configuration.streamThreshold)
        interruption = nil
        stallCount = 0
        lastChange = nil
        self.intent = intent
        apply(.load)
    }

    private func play() -> Bool {
        switch state {
        case .idle:
            return false
        case .failed:
            return reload()
        case .ended:
            endRamp()
            move(to: .zero)
            apply(.rewind)
        case .loading, .ready, .playing, .paused, .stalled:
            if let session, session.pendingFailure != nil, !isRunning {
                session.pendingFailure = nil
                move(to: currentPosition)
            }
        }
        // A lost output is opened again at once; the wish is newer than the back-off.
        interruption = nil
        reopenTime = nil
        setIntent(.play)
        awaitStart()
        return true
    }

    /// A failed item is opened again where it stood.
    private func reload() -> Bool {
        guard let session else { return false }
        load(session.item.starting(at: currentPosition), intent: .play)
        return true
    }

    private func pause() -> Bool {
        switch state {
        case .idle, .ended, .failed:
            return false
        case .loading, .ready, .playing, .paused, .stalled:
            stopOutput()
            endRamp()
            startDeadline = nil
            interruption = nil
            intent = .pause
            if !apply(.pause) { publishIntent() }
            return true
        }
    }

    private func seek(to time: Duration) -> Bool {
        guard let session else { return false }
        switch state {
        case .idle, .failed:
            return false
        case .loading, .ready, .playing, .paused, .stalled, .ended:
            let bounded = session.bounded(time)
            session.pendingFailure = nil
            move(to: bounded)
            if state == .ended {
                apply(.rewind)
                // Going back from the end means to hear it again, if that was the wish.
                if intent == .play { awaitStart() }
            }
            return true
        }
    }

    private func setSpeed(_ value: Double) -> Bool {
        guard value >= 0.5, value <= 4 else { return false }
        change { $0.speed = value }
        return true
    }

    /// What is decoded and not heard yet is done anew, from where it is heard now.
    private func change(_ adjust: (inout SoundSettings) -> Void) {
        var wanted = sound
        adjust(&wanted)
        guard wanted != sound else { return }
        guard session?.renderer != nil, state != .ended else {
            sound = wanted
            return
        }
        // First the fade: what it lets be heard was heard.
        stopOutput()
        let place = currentPosition
        sound = wanted
        move(to: place, isSeek: false)
    }

    private func setTrim(_ strength: SilenceTrimmer.Strength?) -> Bool {
        change { $0.trim = strength }
        return true
    }

    private func setLoudness(_ isOn: Bool) -> Bool {
        change { $0.normalizesLoudness = isOn }
        return true
    }

    private func setVolume(_ value: Double) -> Bool {
        guard value >= 0, value <= 1 else { return false }
        volume = value
        session?.renderer?.volume = Float(value)
        if isRunning { output?.renew() }
        return true
    }

    private func stop() -> Bool {
        guard state != .idle else { return false }
        stopOutput()
        endRamp()
        unload()
        closeOutput()
        intent = .pause
        interruption = nil
        apply(.stop)
        return true
    }

    private func publishIntent() {
        publish()
        mailbox.emit(.stateChanged(state, intent))
    }
}
