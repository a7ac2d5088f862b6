import AudioKit
import EpisodePlayer
import Synchronization
import TestSupport

/// A player with its events watched and its sound recorded.
final class PlayerRig: Sendable {
    let engine: PlayerEngine
    let events = Watched<[PlayerEvent]>([])
    private let recorder: Recorder
    private let listener: Mutex<Task<Void, Never>?>

    /// Plays into a null output that a clock paces; a virtual one as fast as it can.
    init(
        clock: any OutputClock = VirtualClock(),
        adjust: (inout PlayerConfiguration) -> Void = { _ in }
    ) {
        listener = Mutex(nil)
        let record = Recorder()
        recorder = record
        var configuration = PlayerConfiguration(
            output: NullOutput(clock: clock, recorder: { record.append($0) }))
        adjust(&configuration)
        engine = PlayerEngine(configuration: configuration)
        let stream = engine.events
        let events = events
        let task = Task {
            for await event in stream { events.update { $0.append(event) } }
        }
        listener.withLock { $0 = task }
    }

    deinit {
        listener.withLock { $0?.cancel() }
    }

    /// What was played so far.
    var samples: [Int16] { recorder.samples }

    /// Waits for a state; one that was passed counts.
    func wait(for state: PlayerState, after count: Int = 0) async throws {
        try await events.wait(for: "\(state)", within: .seconds(60)) { events in
            events.dropFirst(count).contains {
                if case .stateChanged(let seen, _) = $0 { seen == state } else { false }
            }
        }
    }

    /// Waits for an event.
    func wait(forEvent event: PlayerEvent, after count: Int = 0) async throws {
        try await events.wait(for: "\(event)", within: .seconds(60)) {
            $0.dropFirst(count).contains(event)
        }
    }

    /// Waits until so much was heard.
    func wait(untilHeard time: Duration) async throws {
        try await events.wait(for: "position \(time)", within: .seconds(60)) { events in
            events.contains {
                if case .position(let seen) = $0 { seen >= time } else { false }
            }
        }
    }
}

private final class Recorder: Sendable {
    private let recorded = Mutex<[Int16]>([])

    var samples: [Int16] { recorded.withLock { $0 } }

    func append(_ block: UnsafeBufferPointer<Int16>) {
        let copy = Array(block)
        recorded.withLock { $0 += copy }
    }
}
