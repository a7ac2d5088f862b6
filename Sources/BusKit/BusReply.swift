import CSystemdBus
import Synchronization

/// The answer to a call, on its way from any thread to the bus's thread.
final class BusReply: Sendable {
    // A reference to the call, whose count sd-bus changes without a lock: taken, used and given
    // back on the bus's thread only; elsewhere this object only holds it.
    private nonisolated(unsafe) let call: OpaquePointer
    private let result = Mutex<Result<[BusValue], BusFailure>?>(nil)

    /// Called on the bus's thread.
    init(to call: OpaquePointer) {
        self.call = call
        sd_bus_message_ref(call)
    }

    func setResult(_ newResult: Result<[BusValue], BusFailure>) {
        result.withLock { $0 = newResult }
    }

    /// Sends it and lets the call go; called once, on the bus's thread.
    func send() {
        defer { sd_bus_message_unref(call) }
        switch result.withLock({ $0 }) {
        case .success(let values):
            do throws(BusError) {
                let message = try BusMessage.answer(to: call)
                try BusCoding.append(values, to: message.pointer)
                try check("sd_bus_send", sd_bus_send(nil, message.pointer, nil))
            } catch {
                fail(.failed("The answer could not be written."))
            }
        case .failure(let failure): fail(failure)
        case nil: break
        }
    }

    /// Lets the call go unanswered, because its connection is gone.
    func drop() {
        sd_bus_message_unref(call)
    }

    private func fail(_ failure: BusFailure) {
        var error = sd_bus_error()
        sd_bus_error_set(&error, failure.name, failure.message)
        sd_bus_reply_method_error(call, &error)
        sd_bus_error_free(&error)
    }
}
