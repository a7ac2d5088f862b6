import HTTPKit
import TestSupport

extension MonotonicClock {
    /// A clock that a test moves by hand.
    init(_ clock: ManualClock) {
        self.init(
            now: { clock.now.offset },
            sleep: { duration throws(CancellationError) in
                do {
                    try await clock.sleep(until: clock.now.advanced(by: duration))
                } catch {
                    throw CancellationError()
                }
            })
    }
}
