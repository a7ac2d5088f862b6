import ColumnServices
import RemoteControl
import Synchronization

/// One time of playing of a player that lives longer.
final class PlayerSession: Sendable {
    let control: ServiceControl
    private let service: PlaybackService
    private let watch = Mutex<Task<Void, Never>?>(nil)

    init(_ service: PlaybackService, control: ServiceControl) {
        self.service = service
        self.control = control
    }

    /// Starts to pass on what happens, before anything does.
    func begin(
        onChange: @escaping @Sendable (PlaybackChange) -> Void,
        onEnd: @escaping @Sendable (PlaybackEnding, PlaybackSnapshot) -> Void
    ) {
        let changes = control.changes()
        let events = service.events
        let task = Task { [service, control] in
            await withTaskGroup { group in
                group.addTask {
                    for await change in changes { onChange(change) }
                }
                for await event in events {
                    guard case .over(let ending) = event else { continue }
                    let last = control.snapshot
                    // Files and the output are let go.
                    await service.stop(keepingSleep: true)
                    onEnd(ending, last)
                }
                group.cancelAll()
            }
        }
        watch.withLock { $0 = task }
    }

    /// Comes back when it is over, where it is or is about to be; false where it goes on.
    func waitIfOver() async -> Bool {
        guard service.isOver else { return false }
        await watch.withLock { $0 }?.value
        return true
    }

    /// Keeps the place, puts all away, and comes back when that is told.
    func end() async {
        await service.stop(keepingSleep: true)
        await watch.withLock { $0 }?.value
    }
}
