import CSystemdBus
import Synchronization

/// A call of ours that waits for its answer.
final class PendingCall: Sendable {
    typealias Answer = Result<[BusValue], BusError>

    let request: BusRequest
    private let continuation: Mutex<CheckedContinuation<Answer, Never>?>

    init(_ request: BusRequest, _ continuation: CheckedContinuation<Answer, Never>) {
        self.request = request
        self.continuation = Mutex(continuation)
    }

    var isFinished: Bool { continuation.withLock { $0 == nil } }

    /// Gives the answer; only the first one counts.
    func finish(_ answer: Answer) {
        let waiting = continuation.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        waiting?.resume(returning: answer)
    }

    /// Takes sd-bus's answer.
    func finish(with message: OpaquePointer) {
        if let error = sd_bus_message_get_error(message), error.pointee.name != nil {
            let name = error.pointee.name.map { String(cString: $0) } ?? ""
            let text = error.pointee.message.map { String(cString: $0) } ?? ""
            finish(.failure(.failed(name: name, message: text)))
            return
        }
        do throws(BusError) {
            finish(.success(try BusCoding.values(of: message)))
        } catch {
            finish(.failure(error))
        }
    }
}
