import AudioKit

/// The device: opened with the first sound, kept while formats allow, tried again when lost.
extension PlayerCore {
    /// Notes that sound should start; if it is late, the state says so.
    func awaitStart() {
        guard !isRunning else { return }
        startDeadline = now + configuration.patience
    }

    /// Lets the output run when there is something to hear and nothing against it.
    func tryStart() {
        guard intent == .play, interruption == nil, !isRunning, let session else {
            startDeadline = nil
            return
        }
        switch state {
        case .ready, .playing, .paused, .stalled: break
        case .idle, .loading, .ended, .failed: return
        }
        guard session.isFilled(speed: speed) else {
            let deadline = startDeadline ?? now
            startDeadline = deadline
            if now >= deadline {
                startDeadline = nil
                // Nobody else says when a local file's ring is full again.
                if let format = session.format {
                    session.worker.report(filledTo: Int(format.frames(in: session.threshold)))
                }
                if state != .stalled {
                    if let error = session.pendingFailure { fail(error) } else { apply(.starve) }
                }
            }
            return
        }
        startDeadline = nil
        if output == nil, !openOutput() { return }
        output?.resume(fadingIn: session.wasHeard)
        session.wasHeard = true
        isRunning = true
        apply(.start)
        publish()
    }

    /// Makes silence; the position is exact afterwards.
    func stopOutput() {
        guard isRunning else { return }
        output?.pause()
        isRunning = false
        drainTime = nil
        publish()
    }

    func closeOutput() {
        guard let output else { return }
        // Called for a session that ends: nothing is left to fade.
        output.close()
        self.output = nil
        // A gain on its way outlives the device.
        closedRenderer = sharedRenderer
        sharedRenderer = nil
        isRunning = false
        outputGeneration += 1
    }

    /// The ring goes with the output: as long as the format is the same, both are kept.
    func makeRenderer(for format: AudioFormat) -> Renderer {
        if let sharedRenderer, sharedRenderer.format == format, output != nil {
            return sharedRenderer
        }
        let old = sharedRenderer ?? closedRenderer
        closeOutput()
        closedRenderer = nil
        let renderer = Renderer(format: format, controlSignal: mailbox.signal)
        carryRamp(from: old, to: renderer)
        sharedRenderer = renderer
        return renderer
    }

    func checkStarvation() {
        guard isRunning, let present = session, let renderer = present.renderer,
            renderer.isStarved
        else { return }
        stopOutput()
        // Behind the joint it is the next item's sound that is missing.
        let session = joint == nil ? present : next ?? present
        if session.endIndex != nil {
            if let error = session.pendingFailure, session === present { fail(error) }
            return
        }
        if now - lastStall > .seconds(300) { stallCount = 0 }
        lastStall = now
        stallCount += 1
        session.threshold = min(
            configuration.maxStallThreshold,
            configuration.stallThreshold * (1 << min(stallCount - 1, 4)))
        if let format = session.format {
            session.worker.report(filledTo: Int(format.frames(in: session.threshold)))
        }
        apply(.starve)
    }

    func handle(_ event: AudioOutputEvent) {
        switch event {
        case .lost(let detail):
            let wasRunning = isRunning
            isRunning = false
            closeOutput()
            guard wasRunning || intent == .play else { return }
            interrupt(.outputLost(detail: detail))
            reopenDelay = .seconds(1)
            reopenTime = now + reopenDelay
        case .deviceRemoved:
            guard isRunning else { return }
            stopOutput()
            intent = .pause
            interrupt(.deviceRemoved)
        case .interruptionBegan:
            guard isRunning else { return }
            stopOutput()
            interrupt(.call)
        case .interruptionEnded:
            guard interruption == .call else { return }
            interruption = nil
            mailbox.emit(.notice(.interruptionEnded))
            awaitStart()
        }
    }

    /// A lost output is tried again as long as the user wants to hear something.
    func tryReopen() {
        guard let time = reopenTime else { return }
        guard intent == .play, case .outputLost = interruption else {
            reopenTime = nil
            return
        }
        guard now >= time else { return }
        if openOutput(isRetry: true) {
            reopenTime = nil
            interruption = nil
            mailbox.emit(.notice(.interruptionEnded))
            awaitStart()
        } else {
            reopenDelay = min(reopenDelay * 2, .seconds(15))
            reopenTime = now + reopenDelay
        }
    }

    private func interrupt(_ cause: PlayerInterruption) {
        interruption = cause
        endRamp()
        apply(.pause)
        publish()
        mailbox.emit(.notice(.interrupted(cause)))
    }

    private func openOutput(isRetry: Bool = false) -> Bool {
        guard let session, let renderer = session.renderer else { return false }
        outputGeneration += 1
        let generation = outputGeneration
        let mailbox = mailbox
        var candidates = configuration.makeOutputs()
        // Instead of a device that was lost, the null output would play on unheard.
        if isRetry, candidates.count > 1 { candidates.removeAll { $0 is NullOutput } }
        do throws(AudioError) {
            let choice = try OutputSelection.open(candidates, for: renderer) { event in
                mailbox.post(.output(event, generation: generation))
            }
            output = choice.output
            sharedRenderer = renderer
            for fallback in choice.fallbacks {
                mailbox.emit(
                    .notice(
                        .outputFallback(
                            wanted: fallback.name, reason: fallback.reason,
                            chosen: choice.output.name)))
            }
            return true
        } catch {
            if !isRetry { fail(error) }
            return false
        }
    }
}
