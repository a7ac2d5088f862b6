import AudioKit

/// The gain that a sleep timer moves.
extension PlayerCore {
    func ramp(to gain: Double, over span: Duration) -> Bool {
        guard gain >= 0, gain <= 1, span >= .zero else { return false }
        guard isRunning, let output, let renderer = session?.renderer else {
            // Taking it back is never refused; nobody hears the jump.
            guard gain == 1, state != .idle else { return false }
            endRamp()
            publish()
            return true
        }
        renderer.ramp(to: Float(gain), over: span, from: output.heardIndex)
        output.renew()
        isRamping = true
        publish()
        return true
    }

    /// Gain 1 from here on; for whenever nothing is heard any more, or nothing is to be heard.
    func endRamp() {
        isRamping = false
        sharedRenderer?.endRamp()
        closedRenderer = nil
        session?.renderer?.endRamp()
    }

    /// Tells once when the goal is heard.
    func checkRamp() {
        guard isRamping, isRunning, let output, let renderer = session?.renderer else { return }
        let rest = renderer.rampRest(at: output.heardIndex)
        guard rest.frames == 0 else { return }
        isRamping = false
        mailbox.emit(.notice(.rampEnded(gain: Double(rest.gain))))
    }

    /// When the goal will be heard.
    var rampTime: Duration? {
        guard isRamping, isRunning, let output, let session, let renderer = session.renderer,
            let format = session.format
        else { return nil }
        let frames = renderer.rampRest(at: output.heardIndex).frames
        return now + format.duration(ofFrames: Int64(frames)) + .milliseconds(2)
    }

    /// Takes a gain that is on its way over to a ring of another format.
    func carryRamp(from old: Renderer?, to new: Renderer) {
        guard let old, old !== new else { return }
        let index = old.ring.readIndex
        let rest = old.rampRest(at: index)
        let current = old.rampGain(at: index)
        guard current != 1 || rest.gain != 1 else { return }
        let start = new.ring.readIndex
        new.ramp(to: current, over: .zero, from: start)
        new.ramp(
            to: rest.gain, over: old.format.duration(ofFrames: Int64(rest.frames)), from: start)
    }
}
