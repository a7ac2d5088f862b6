import ColumnModel
import ColumnStore
import HTTPKit
import Synchronization

/// Takes one response into a media file, by rules R1–R8: what is held is compared, holes are filled.
///
/// Runs on the network's thread. What blocks is asked for by events, while the transfer waits.
final class RangeFetch: HTTPBodyReceiver {
    struct State {
        var verdict: ResponseVerdict?
        var status = 0
        var head: HTTPResponseHead?
        var control: HTTPTransferControl?
        var found: Rendition?
        var relation = RenditionRelation.unknown
        var isWhole = false
        var isJudged = false
        var sample: [UInt8] = []
        /// Where the next byte of the body belongs.
        var position: Int64 = 0
        /// Who owns what is written now.
        var target: Int?
        /// What was found equal in a row before the target was known: where it began, and whose it is.
        var compared = OverlapEvidence()
        var comparedStart: Int64?
        var comparedOwner: Int?
        /// The rendition that the target runs into, and what of it was equal.
        var neighbor: (key: Int, equal: OverlapEvidence)?
        var isWaiting = false
        /// Since when nothing more is wanted for the time being, and how long that was so before.
        var heldSince: ContinuousClock.Instant?
        var heldTime = Duration.zero
        var written: Int64 = 0
        var unsaved: Int64 = 0
        var lastCheckpoint = ContinuousClock.now
        var lastProgress = ContinuousClock.now
        var outcome: FetchOutcome?
    }

    let file: MediaFile
    let plan: FetchPlan
    let feedURL: String
    let announcedLength: Int64?
    let events: AsyncStream<FetchEvent>
    private let continuation: AsyncStream<FetchEvent>.Continuation
    private let onProgress: @Sendable (Int64) -> Void
    let state = Mutex(State())

    init(
        file: MediaFile, plan: FetchPlan, feedURL: String, announcedLength: Int64?,
        onProgress: @escaping @Sendable (_ newBytes: Int64) -> Void
    ) {
        self.file = file
        self.plan = plan
        self.feedURL = feedURL
        self.announcedLength = announcedLength
        self.onProgress = onProgress
        (events, continuation) = AsyncStream.makeStream()
    }

    // MARK: From the network

    func receive(head: HTTPResponseHead, control: HTTPTransferControl) -> HTTPReceiverAnswer {
        let primary = file.snapshot().primary
        let verdict = ResponseVerdict(head, to: plan, primary: primary, feedURL: feedURL)
        return state.withLock { state in
            state.verdict = verdict
            state.status = head.status
            state.head = head
            state.control = control
            guard case .take(let start, let isWhole, let found) = verdict else {
                state.outcome = .refused(verdict, status: head.status)
                return .stop
            }
            state.position = start
            state.isWhole = isWhole
            state.found = found
            state.relation = primary?.relation(to: found) ?? .unknown
            // A range that joins bytes on disk is judged by them; anything else by its looks.
            state.isJudged = !isWhole && start < plan.hole
            return .proceed
        }
    }

    func receive(body: UnsafeRawBufferPointer) -> HTTPReceiverAnswer {
        state.withLock { state in
            if state.outcome != nil {
                return .stop
            }
            if state.isWaiting || state.heldSince != nil {
                return .pause
            }
            guard file.isOpen(at: state.position, isWhole: state.isWhole) else {
                state.heldSince = .now
                return .pause
            }
            if state.sample.isEmpty, state.isJudged || body.count >= MediaVerdict.sampleSize {
                guard state.isJudged || judge(body, &state) else { return .stop }
                return take(body, &state)
            }
            state.sample += body
            guard state.sample.count >= MediaVerdict.sampleSize else { return .proceed }
            let answer = takeSample(&state)
            if answer == .pause {
                // These bytes come again, the ones before them in the sample do not.
                state.sample.removeLast(body.count)
            }
            return answer
        }
    }

    /// Brings the fetch to its end when the transfer has come to its own.
    func finish(_ result: Result<HTTPTransfer, HTTPError>) -> FetchOutcome {
        state.withLock { state in
            defer {
                state.control = nil
                report(&state, isForced: true)
            }
            if let outcome = state.outcome {
                return outcome
            }
            guard case .success(let transfer) = result else { return .lost }
            if !state.isJudged, !state.sample.isEmpty, takeSample(&state) == .stop {
                return state.outcome ?? .lost
            }
            guard transfer.framing == .untilClose else { return .ended }
            if state.isWhole {
                return .endedByClose(at: state.position)
            }
            let upper = state.head?.contentRange?.range?.upperBound
            return upper == state.position ? .ended : .lost
        }
    }

    // MARK: From the driver

    /// Ends the stream of events; the transfer is over.
    func endEvents() {
        continuation.finish()
    }

    /// How many bytes this fetch has added.
    var writtenBytes: Int64 { state.withLock { $0.written } }

    /// Where the next byte belongs and how many have come; nil before the head was judged.
    var place: (position: Int64, received: Int64)? {
        state.withLock { state in
            guard case .take(let start, _, _) = state.verdict else { return nil }
            return (state.position, state.position - start)
        }
    }

    /// The head of the response, once it is there.
    var head: HTTPResponseHead? { state.withLock { $0.head } }

    /// The address that answered.
    var effectiveURL: String? { head?.effectiveURL }

    /// Goes on after an event for which the fetch waited.
    func proceed() {
        let control = state.withLock { state in
            state.isWaiting = false
            return state.control
        }
        control?.resume()
    }

    /// Whether it waits for its reader.
    var isHeld: Bool { state.withLock { $0.heldSince != nil } }

    /// How long it has waited for its reader in all.
    var heldTime: Duration {
        state.withLock { state in
            state.heldTime + (state.heldSince.map { ContinuousClock.now - $0 } ?? .zero)
        }
    }

    /// Lets it go on if it waits for its reader and there is room where it stands.
    func release(where hasRoom: (_ position: Int64, _ isWhole: Bool) -> Bool) {
        let control = state.withLock { state -> HTTPTransferControl? in
            guard let since = state.heldSince, hasRoom(state.position, state.isWhole) else {
                return nil
            }
            state.heldTime += ContinuousClock.now - since
            state.heldSince = nil
            return state.isWaiting ? nil : state.control
        }
        control?.resume()
    }

    /// Ends the fetch because of something off the network's thread.
    func stop(_ error: MediaError) {
        let control = state.withLock { state in
            state.outcome = state.outcome ?? .broken(error)
            state.isWaiting = false
            return state.control
        }
        control?.resume()
    }
}

extension RangeFetch {
    /// Judges the first bytes; false when they are no audio.
    private func judge(_ bytes: UnsafeRawBufferPointer, _ state: inout State) -> Bool {
        state.isJudged = true
        let verdict = MediaVerdict(bytes)
        let essence = state.head?.mediaType?.essence ?? ""
        let isPageType =
            essence == "text/html" || essence.hasSuffix("xml") || essence.hasSuffix("json")
        switch verdict {
        case .audio: return true
        case .unknown where !isPageType: return true
        // In the middle of a file chance may look like text; the label must agree.
        case .text where !state.isWhole && !isPageType && state.position > 0: return true
        case .text, .document, .unknown:
            state.outcome = .notAudio
            return false
        }
    }

    private func takeSample(_ state: inout State) -> HTTPReceiverAnswer {
        let sample = state.sample
        return sample.withUnsafeBytes { bytes in
            guard state.isJudged || judge(bytes, &state) else { return .stop }
            let answer = take(bytes, &state)
            if answer != .pause {
                state.sample = []
            }
            return answer
        }
    }

    /// Takes bytes to their places; with a pause all of them come again, which changes nothing.
    private func take(_ body: UnsafeRawBufferPointer, _ state: inout State) -> HTTPReceiverAnswer {
        let start = state.position
        let compared = (
            state.compared, state.comparedStart, state.comparedOwner, state.neighbor
        )
        var rest = body[...]
        while !rest.isEmpty {
            let bytes = UnsafeRawBufferPointer(rebasing: rest)
            let step: MediaStep
            if state.target == nil, !state.isWhole, state.position >= plan.hole {
                // What follows may be held by another version; it is to be joined to one.
                step = .hole
            } else {
                do throws(MediaError) {
                    step = try file.step(bytes, at: state.position, target: state.target)
                } catch {
                    state.outcome = .broken(error)
                    return .stop
                }
            }
            let answer: HTTPReceiverAnswer
            var count = 0
            switch step {
            case .equal(let equal, let owner):
                count = equal
                answer = found(
                    equal: UnsafeRawBufferPointer(rebasing: rest[..<(rest.startIndex + equal)]),
                    owner, &state)
            case .written(let written):
                count = written
                state.written += Int64(written)
                state.unsaved += Int64(written)
                answer = .proceed
            case .hole: answer = chooseTarget(&state)
            case .differs(let owner): answer = differs(from: owner, &state)
            }
            state.position += Int64(count)
            rest = rest.dropFirst(count)
            switch answer {
            case .proceed: break
            case .stop: return .stop
            case .pause:
                state.isWaiting = true
                state.position = start
                (state.compared, state.comparedStart, state.comparedOwner, state.neighbor) =
                    compared
                return .pause
            }
        }
        report(&state, isForced: false)
        return .proceed
    }

    /// Bytes were equal to what someone holds.
    private func found(
        equal bytes: UnsafeRawBufferPointer, _ owner: Int, _ state: inout State
    ) -> HTTPReceiverAnswer {
        let count = Int64(bytes.count)
        guard let target = state.target else {
            if state.comparedOwner != owner {
                // What another version was equal in says nothing of this one.
                state.compared = OverlapEvidence()
                state.comparedStart = state.position
            }
            state.compared.add(bytes)
            state.comparedOwner = owner
            return .proceed
        }
        guard owner != target else {
            return isPastEnd(state.position + count, state) ? end(&state) : .proceed
        }
        var equal = OverlapEvidence()
        if let neighbor = state.neighbor, neighbor.key == owner { equal = neighbor.equal }
        equal.add(bytes)
        state.neighbor = (owner, equal)
        guard equal.proves(FetchPlan.overlap), let ours = file.rendition(target),
            let theirs = file.rendition(owner)
        else {
            let isRunOver = file.runLength(of: owner, from: state.position) <= count
            guard isRunOver else { return .proceed }
            // Too little to prove that both are one; but what was equal is as good as ours.
            let end = state.position + count
            file.transfer((end - equal.count)..<end, to: target)
            state.neighbor = nil
            return isPastEnd(end, state) ? self.end(&state) : .proceed
        }
        let isProven =
            state.isWhole
            || ours.hasEvidence(for: theirs, announcedLength: announcedLength)
        file.join(owner, into: target, isUnproven: !isProven)
        state.neighbor = nil
        return isPastEnd(state.position + count, state) ? end(&state) : .proceed
    }

    private func isPastEnd(_ position: Int64, _ state: borrowing State) -> Bool {
        guard !state.isWhole, let end = plan.end else { return false }
        return position > end
    }

    private func end(_ state: inout State) -> HTTPReceiverAnswer {
        state.outcome = .ended
        return .stop
    }

    private func report(_ state: inout State, isForced: Bool) {
        let now = ContinuousClock.now
        if state.unsaved >= 8 << 20 || state.unsaved > 0 && now - state.lastCheckpoint > .seconds(1)
        {
            state.unsaved = 0
            state.lastCheckpoint = now
            continuation.yield(.checkpoint)
        }
        if isForced || now - state.lastProgress > .milliseconds(100) {
            state.lastProgress = now
            onProgress(state.written)
        }
    }

    func emit(_ event: FetchEvent) {
        continuation.yield(event)
    }
}
