import AudioKit
@preconcurrency import Glibc
import Synchronization
import ThreadKit

/// Looks through a file for its pauses, on a thread that everything else goes before.
enum PauseScan {
    /// The pauses; nil where the file cannot be decoded, or the task is cancelled.
    static func pauses(in source: any ByteSource, savedIndex: [UInt8]?) async -> [Range<Duration>]?
    {
        let isOver = Flag()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                startThread(name: "pauses") {
                    // On Linux this is for the thread alone (setpriority(2), bugs).
                    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
                    let found = try? PauseFinder.pauses(in: source, savedIndex: savedIndex) {
                        isOver.isSet
                    }
                    continuation.resume(returning: found ?? nil)
                }
            }
        } onCancel: {
            isOver.set()
        }
    }

    /// Tells the thread to end.
    private final class Flag: Sendable {
        private let value = Atomic(false)

        var isSet: Bool { value.load(ordering: .relaxed) }

        func set() { value.store(true, ordering: .relaxed) }
    }
}
