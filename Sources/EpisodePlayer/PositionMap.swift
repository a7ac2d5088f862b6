import Synchronization

/// Which media frame each output frame carries: a map by anchors, never one multiplication.
final class PositionMap: Sendable {
    /// From one output frame on, media frames follow at a rate.
    struct Anchor: Hashable, Sendable {
        let index: Int
        let mediaFrame: Double
        /// Media frames for each output frame.
        let rate: Double
    }

    private let anchors = Mutex<[Anchor]>([])

    /// Forgets all and begins anew.
    func reset(to anchor: Anchor) {
        anchors.withLock { $0 = [anchor] }
    }

    /// Adds an anchor behind the others; those not needed for `heardIndex` any more are dropped.
    func append(_ anchor: Anchor, heardIndex: Int) {
        anchors.withLock { anchors in
            while let last = anchors.last, last.index >= anchor.index { anchors.removeLast() }
            anchors.append(anchor)
            while anchors.count > 1, anchors[1].index <= heardIndex { anchors.removeFirst() }
        }
    }

    /// The media frame at an output frame; nil before the first anchor.
    func mediaFrame(at index: Int) -> Double? {
        anchors.withLock { anchors in
            guard let first = anchors.first else { return nil }
            let anchor = anchors.last { $0.index <= index } ?? first
            let frame = anchor.mediaFrame + Double(max(0, index - anchor.index)) * anchor.rate
            // Rounding of a rate may not lead beyond the next anchor.
            guard let next = anchors.first(where: { $0.index > index }) else { return frame }
            return anchor.mediaFrame <= next.mediaFrame ? min(frame, next.mediaFrame) : frame
        }
    }
}
