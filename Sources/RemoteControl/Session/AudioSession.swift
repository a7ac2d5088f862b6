public import BusKit
public import DuckKit
import Synchronization

/// How a player gets on with what else sounds, and with a machine that goes to sleep.
///
/// What it does needs no listener's wish: the player is told of interruptions, not of commands.
public final class AudioSession: Sendable {
    private static let sleepCause = "sleep"

    private let policy: SessionPolicy
    private let others: OtherPlayers?
    private let suspend: SuspendWatch
    private let ducker: Ducker?
    private let watch: Task<Void, Never>

    /// Starts to follow a player.
    ///
    /// - Parameter ducker: makes others quieter under `SessionPolicy.duck`.
    public init(
        control: any PlaybackControl, policy: SessionPolicy, processID: Int32,
        sessionBus: BusAddress = .session, systemBus: BusAddress = .system, ducker: Ducker?
    ) {
        self.policy = policy
        let (events, inbox) = AsyncStream.makeStream(of: OtherPlayers.Event.self)
        others =
            switch policy {
            case .solo: OtherPlayers(address: sessionBus, processID: processID)
            case .ambient:
                OtherPlayers(address: sessionBus, processID: processID) { inbox.yield($0) }
            case .mix, .duck: nil
            }
        suspend = SuspendWatch(address: systemBus) { isStarting in
            // Afterwards it stays paused: nobody may be there who wants to hear it.
            try? await control.perform(
                isStarting
                    ? .interrupt(cause: Self.sleepCause)
                    : .endInterruption(cause: Self.sleepCause, mayResume: false))
        }
        self.ducker = policy == .duck ? ducker : nil
        let changes = control.changes()
        watch = Task { [others, ducker] in
            await withTaskGroup { group in
                group.addTask {
                    for await event in events { await Self.giveWay(event, control) }
                }
                var wasHeard = false
                for await _ in changes {
                    let isHeard = Self.isHeard(control.snapshot)
                    guard isHeard != wasHeard else { continue }
                    wasHeard = isHeard
                    switch policy {
                    case .solo: if isHeard { await others?.pauseAll() }
                    case .duck: isHeard ? await ducker?.quieten() : await ducker?.restore()
                    case .mix, .ambient: break
                    }
                }
                group.cancelAll()
            }
        }
    }

    deinit {
        watch.cancel()
    }

    /// Leaves others as they were.
    public func close() async {
        watch.cancel()
        await ducker?.restore()
    }

    private static func giveWay(
        _ event: OtherPlayers.Event, _ control: any PlaybackControl
    ) async {
        switch event {
        case .started(let owner): try? await control.perform(.interrupt(cause: owner))
        case .stopped(let owner):
            try? await control.perform(.endInterruption(cause: owner, mayResume: true))
        }
    }

    /// A recording, or sound that goes nowhere, disturbs nobody.
    private static func isHeard(_ snapshot: PlaybackSnapshot) -> Bool {
        guard snapshot.status == .playing, !snapshot.isStalled, let output = snapshot.output else {
            return false
        }
        return output != "null" && !output.hasPrefix("wav")
    }
}
