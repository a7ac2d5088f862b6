import CPulse
import ThreadKit

/// One short talk with the sound server: connected, asked, left.
///
/// Used on one thread; blocks for two seconds at most.
final class SoundServer {
    private static let patience = Duration.seconds(2)

    private let loop: OpaquePointer
    private let context: OpaquePointer
    private let deadline = ContinuousClock.now + patience

    /// Connects; nil where no server runs, or it does not answer (`pa_context_connect`).
    init?(address: String?) {
        guard let loop = pa_mainloop_new() else { return nil }
        guard let context = pa_context_new(pa_mainloop_get_api(loop), "column") else {
            pa_mainloop_free(loop)
            return nil
        }
        self.loop = loop
        self.context = context
        guard pa_context_connect(context, address, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0,
            wait(until: {
                switch pa_context_get_state(context) {
                case PA_CONTEXT_READY, PA_CONTEXT_FAILED, PA_CONTEXT_TERMINATED: true
                default: false
                }
            }), pa_context_get_state(context) == PA_CONTEXT_READY
        else { return nil }
    }

    deinit {
        pa_context_disconnect(context)
        pa_context_unref(context)
        pa_mainloop_free(loop)
    }

    /// What all programs play now (`pa_context_get_sink_input_info_list`).
    func inputs() -> [SoundInput] {
        let list = InputList()
        let pointer = Unmanaged.passUnretained(list).toOpaque()
        finish(pa_context_get_sink_input_info_list(context, inputArrived, pointer))
        return withExtendedLifetime(list) { list.inputs }
    }

    /// Sets what one is heard at (`pa_context_set_sink_input_volume`).
    func set(_ volumes: [UInt32], of index: UInt32) {
        var volume = pa_cvolume()
        volume.channels = UInt8(clamping: volumes.count)
        withUnsafeMutableBytes(of: &volume.values) { bytes in
            let values = bytes.bindMemory(to: UInt32.self)
            for (channel, value) in zip(values.indices, volumes) { values[channel] = value }
        }
        finish(pa_context_set_sink_input_volume(context, index, &volume, nil, nil))
    }

    private func finish(_ operation: OpaquePointer?) {
        guard let operation else { return }
        _ = wait(until: { pa_operation_get_state(operation) != PA_OPERATION_RUNNING })
        pa_operation_cancel(operation)
        pa_operation_unref(operation)
    }

    private func wait(until isDone: () -> Bool) -> Bool {
        while !isDone() {
            guard ContinuousClock.now < deadline else { return false }
            guard pa_mainloop_prepare(loop, 50_000) >= 0, pa_mainloop_poll(loop) >= 0,
                pa_mainloop_dispatch(loop) >= 0
            else { return false }
        }
        return true
    }
}

/// Takes the server's list, an entry a call.
private final class InputList {
    var inputs: [SoundInput] = []
}

private func inputArrived(
    _: OpaquePointer?, _ info: UnsafePointer<pa_sink_input_info>?, _ isEnd: Int32,
    _ pointer: UnsafeMutableRawPointer?
) {
    guard isEnd == 0, let info, let pointer else { return }
    Unmanaged<InputList>.fromOpaque(pointer).takeUnretainedValue().inputs.append(
        SoundInput(info.pointee))
}
