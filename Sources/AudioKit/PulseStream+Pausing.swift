import CPulse

/// Sound that the server holds already is taken back and given anew: with a fade, or another gain.
extension PulseStream {
    /// A fade that was written over what the server holds.
    private struct Fade {
        /// Frames of the fade itself.
        let count: Int
        /// Frames that were taken back, the fade first and silence behind it.
        let length: Int
        /// Frames that the server held before it by its last word.
        let ahead: Int
        /// The server's word on how far it had played when the fade came.
        let answer: OpaquePointer?
    }

    func pause() {
        let fade = withLock { writeFade() }
        if let fade {
            finish(fade.answer)
            let (atFirst, wait) = withLock { (played(fade), rest(of: fade)) }
            let clock = SteadyClock()
            clock.sleep(until: clock.now + wait)
            finish(withLock { askForTiming() })
            withLock { correctPlace(fade, atFirst: atFirst, now: played(fade)) }
        }
        let operation = withLock { () -> OpaquePointer? in
            renderer.silence()
            isRunning = false
            guard let stream, !isLost else { return nil }
            let cork = pa_stream_cork(stream, 1, nil, nil)
            release(pa_stream_flush(stream, nil, nil))
            return cork
        }
        finish(operation)
    }

    func renew() {
        withLock {
            guard let ahead = latencyFrames, isRunning else { return }
            let margin = Int(renderer.format.frames(in: Self.margin))
            rewrite(renderer.takeBack(framesBack: max(0, ahead - margin)), isUrgent: false)
        }
    }

    /// Nothing comes in time: what is left is faded out, and the player is told.
    func runDry() {
        let margin = Int(renderer.format.frames(in: Self.margin))
        let back = renderer.takeBack(framesBack: max(0, (latencyFrames ?? 0) - margin))
        rewrite(back, isUrgent: true)
    }

    /// Gives frames anew that were taken back; with `isUrgent` they are the last ones, and fade out.
    private func rewrite(_ back: Int, isUrgent: Bool) {
        guard let stream, !isLost, back > 0 || isUrgent else { return }
        var samples = [Int16](repeating: 0, count: (back + 1) * renderer.format.channelCount)
        let wanted = isUrgent ? back + 1 : back
        let count = samples.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { renderer.pull(into: $0, frames: wanted, isUrgent: isUrgent) }
        }
        guard let count, count > 0 else { return }
        samples.withUnsafeBytes { bytes in
            _ = pa_stream_write(
                stream, bytes.baseAddress, count * frameSize, nil, Int64(-back * frameSize),
                PA_SEEK_RELATIVE)
        }
    }

    /// Waits until the server has done it: at the end of a call it asks only those to go on whom
    /// it knows to have stopped.
    private func finish(_ operation: OpaquePointer?) {
        guard let operation else { return }
        let clock = SteadyClock()
        let deadline = clock.now + .milliseconds(100)
        while withLock({ pa_operation_get_state(operation) == PA_OPERATION_RUNNING && !isLost }),
            clock.now < deadline
        {
            clock.sleep(until: clock.now + .milliseconds(1))
        }
        withLock { pa_operation_unref(operation) }
    }

    // MARK: - Inside the main loop's lock

    /// Puts a fade over what the server holds; nil where there is nothing to fade.
    private func writeFade() -> Fade? {
        guard let stream, isRunning, !isLost else { return nil }
        let format = renderer.format
        let margin = Int(format.frames(in: Self.margin))
        let ahead = latencyFrames ?? 0
        let back = renderer.holdFrom(framesBack: max(0, ahead - margin))
        let fade = Renderer.fadeFrames(format)
        var samples = [Int16](repeating: 0, count: max(fade, back) * format.channelCount)
        let count = samples.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { renderer.pull(into: $0, frames: fade, isUrgent: false) } ?? 0
        }
        guard back > 0 || count > 0 else { return nil }
        let length = max(count, back)
        samples.withUnsafeBytes { bytes in
            _ = pa_stream_write(
                stream, bytes.baseAddress, length * frameSize, nil, Int64(-back * frameSize),
                PA_SEEK_RELATIVE)
        }
        // Asked behind the fade on the same way, it is answered for the moment at which that came.
        return Fade(
            count: count, length: length, ahead: max(0, ahead - back), answer: askForTiming())
    }

    private func askForTiming() -> OpaquePointer? {
        guard let stream, !isLost else { return nil }
        return pa_stream_update_timing_info(stream, nil, nil)
    }

    /// How far the server had played beyond the fade's first frame when that came; nil where it has
    /// not said.
    private func played(_ fade: Fade) -> Int? {
        guard let stream, !isLost, let info = pa_stream_get_timing_info(stream)?.pointee,
            info.read_index_corrupt == 0, info.write_index_corrupt == 0
        else { return nil }
        let start = info.write_index - Int64(fade.length * frameSize)
        return Int(info.read_index - start) / frameSize
    }

    /// How long until the fade is heard.
    private func rest(of fade: Fade) -> Duration {
        let frames = fade.ahead + fade.count
        return min(
            renderer.format.duration(ofFrames: Int64(frames)) + .milliseconds(3), .milliseconds(80))
    }

    /// Moves the place to what was heard.
    ///
    /// On a busy machine a fade comes when its place was played already: then what the server had until
    /// that moment was heard, and not the fade. Or the device is late, and plays less than it should.
    private func correctPlace(_ fade: Fade, atFirst: Int?, now: Int?) {
        guard let atFirst, let now else { return }
        // A device that gives back what it has not played yet is behind its first word afterwards.
        if atFirst > fade.count, now >= atFirst {
            renderer.move(by: min(atFirst, fade.length) - fade.count)
        } else if now < fade.count {
            renderer.move(by: max(0, now) - fade.count)
        }
    }
}
