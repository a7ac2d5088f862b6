import CPulse
import Synchronization
import ThreadKit

/// Tells when other programs begin to sound, on a thread of its own, until it is stopped.
///
/// Where the server cannot be reached, or goes away, nothing is told.
final class InputWatch: Sendable {
    // Guarded by `isStopped`: after it is set only the thread touches the loop, and frees it.
    private nonisolated(unsafe) let loop: OpaquePointer
    private let isStopped = Mutex(false)
    private let address: String?
    private let onNewInput: @Sendable () -> Void

    /// Connects in the background; nil where there is no memory for it.
    init?(address: String?, onNewInput: @escaping @Sendable () -> Void) {
        guard let loop = pa_mainloop_new() else { return nil }
        self.loop = loop
        self.address = address
        self.onNewInput = onNewInput
        startThread(name: "column-duck-watch") { [self] in run() }
    }

    /// Ends the thread soon (`pa_mainloop_wakeup`).
    func stop() {
        isStopped.withLock { isStopped in
            guard !isStopped else { return }
            isStopped = true
            pa_mainloop_wakeup(loop)
        }
    }

    private var isWanted: Bool { isStopped.withLock { !$0 } }

    private func run() {
        let context = pa_context_new(pa_mainloop_get_api(loop), "column")
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        if let context {
            pa_context_set_state_callback(context, watchStateChanged, pointer)
            pa_context_set_subscribe_callback(context, inputsChanged, pointer)
            if pa_context_connect(context, address, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 {
                while isWanted, PA_CONTEXT_IS_GOOD(pa_context_get_state(context)) != 0,
                    pa_mainloop_iterate(loop, 1, nil) >= 0
                {}
            }
            pa_context_disconnect(context)
            pa_context_unref(context)
        }
        // Nobody wakes it any more.
        isStopped.withLock { $0 = true }
        pa_mainloop_free(loop)
    }

    fileprivate func tell() {
        if isWanted { onNewInput() }
    }
}

private func watchStateChanged(_ context: OpaquePointer?, _ pointer: UnsafeMutableRawPointer?) {
    guard let context, pa_context_get_state(context) == PA_CONTEXT_READY else { return }
    let operation = pa_context_subscribe(context, PA_SUBSCRIPTION_MASK_SINK_INPUT, nil, nil)
    if let operation { pa_operation_unref(operation) }
}

private func inputsChanged(
    _: OpaquePointer?, _ event: pa_subscription_event_type_t, _: UInt32,
    _ pointer: UnsafeMutableRawPointer?
) {
    let kind = event.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue
    guard kind == PA_SUBSCRIPTION_EVENT_NEW.rawValue, let pointer else { return }
    Unmanaged<InputWatch>.fromOpaque(pointer).takeUnretainedValue().tell()
}
