import HTTPKit
import TestSupport

/// Takes a response and remembers it.
final class Recorder: HTTPBodyReceiver {
    struct Record: Sendable {
        var head: HTTPResponseHead?
        var headCount = 0
        var body: [UInt8] = []
        var control: HTTPTransferControl?
        var pauseCount = 0
    }

    let record = Watched(Record())
    private let headAnswer: HTTPReceiverAnswer
    private let stopAt: Int?
    private let pauseAt: Int?

    init(
        headAnswer: HTTPReceiverAnswer = .proceed, stopAt: Int? = nil, pauseAt: Int? = nil
    ) {
        self.headAnswer = headAnswer
        self.stopAt = stopAt
        self.pauseAt = pauseAt
    }

    func receive(head: HTTPResponseHead, control: HTTPTransferControl) -> HTTPReceiverAnswer {
        record.update { record in
            record.head = head
            record.headCount += 1
            record.control = control
        }
        return headAnswer
    }

    func receive(body: UnsafeRawBufferPointer) -> HTTPReceiverAnswer {
        let bytes = Array(body)
        return record.update { record in
            if let stopAt = self.stopAt, record.body.count >= stopAt {
                return .stop
            }
            if let pauseAt = self.pauseAt, record.pauseCount == 0, record.body.count >= pauseAt {
                record.pauseCount += 1
                return .pause
            }
            record.body += bytes
            return .proceed
        }
    }
}
