import BusKit
import ColumnModel
import PlaybackRules
import Synchronization

/// The player's state in the terms of MPRIS.
final class MPRISModel: Sendable {
    typealias OverlayID = Int

    /// Values that were set on the bus and are on their way to the player.
    private struct Overlay {
        let id: OverlayID
        let apply: @Sendable (inout PlaybackSnapshot) -> Void
    }

    private struct State {
        var announced: [String: BusValue] = [:]
        var overlays: [Overlay] = []
        var lastOverlay = 0
    }

    private let control: any PlaybackControl
    private let state = Mutex(State())

    init(control: any PlaybackControl) {
        self.control = control
        let values = Self.values(of: control.snapshot)
        state.withLock { state in
            for (name, value) in values { state.announced[name] = value }
        }
    }

    /// The state now, as those see it who have just set something.
    var snapshot: PlaybackSnapshot {
        var snapshot = control.snapshot
        let overlays = state.withLock { $0.overlays }
        for overlay in overlays { overlay.apply(&snapshot) }
        return snapshot
    }

    func perform(_ command: PlaybackCommand) async throws(PlaybackControlError) {
        try await control.perform(command)
    }

    // MARK: - Properties

    func overlay(_ apply: @escaping @Sendable (inout PlaybackSnapshot) -> Void) -> OverlayID {
        state.withLock { state in
            state.lastOverlay += 1
            state.overlays.append(Overlay(id: state.lastOverlay, apply: apply))
            return state.lastOverlay
        }
    }

    func removeOverlay(_ id: OverlayID) {
        state.withLock { $0.overlays.removeAll { $0.id == id } }
    }

    /// What differs from what was announced last; it counts as announced then.
    func takeChanges() -> [(String, BusValue)] {
        let values = Self.values(of: control.snapshot)
        return state.withLock { state in
            let changed = values.filter { state.announced[$0.0] != $0.1 }
            for (name, value) in changed { state.announced[name] = value }
            return changed
        }
    }

    /// One property that announces its changes.
    func value(_ name: String) -> BusValue {
        Self.values(of: snapshot).first { $0.0 == name }?.1 ?? .bool(false)
    }

    /// All properties that announce their changes.
    ///
    /// What can be done comes before what is done, for clients that look at it when the status
    /// changes.
    static func values(of snapshot: PlaybackSnapshot) -> [(String, BusValue)] {
        let hasTrack = snapshot.track != nil
        return [
            ("CanGoNext", .bool(snapshot.canGoNext)),
            ("CanGoPrevious", .bool(snapshot.canGoPrevious)),
            ("CanPlay", .bool(hasTrack)),
            ("CanPause", .bool(hasTrack)),
            ("CanSeek", .bool(hasTrack && snapshot.canSeek)),
            ("Metadata", MPRISMetadata.value(of: snapshot)),
            ("MinimumRate", .double(0.5)),
            ("MaximumRate", .double(4)),
            ("Rate", .double(snapshot.speed)),
            ("Volume", .double(snapshot.volume)),
            ("LoopStatus", .string(loopStatus(of: snapshot.mode))),
            ("Shuffle", .bool(snapshot.mode == .shuffle)),
            ("PlaybackStatus", .string(status(of: snapshot))),
        ]
    }

    /// The position in microseconds, within the track.
    var position: BusValue {
        let snapshot = snapshot
        let end = snapshot.duration ?? snapshot.position
        return .int64(Self.microseconds(max(.zero, min(snapshot.position, end))))
    }

    static func microseconds(_ duration: Duration) -> Int64 {
        let parts = duration.components
        let (whole, overflow) = parts.seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow ? .max : whole + parts.attoseconds / 1_000_000_000_000
    }

    private static func status(of snapshot: PlaybackSnapshot) -> String {
        switch snapshot.status {
        case .playing: "Playing"
        case .paused: "Paused"
        case .stopped: "Stopped"
        }
    }

    private static func loopStatus(of mode: PlaybackMode) -> String {
        switch mode {
        case .repeatOne: "Track"
        case .repeatAll: "Playlist"
        case .sequence, .shuffle, .once: "None"
        }
    }
}
