import Synchronization

/// A call of one of our methods, to be answered once, from any thread.
public final class BusCall: Sendable {
    /// What was given with it.
    public let arguments: [BusValue]
    private let answer: Mutex<(@Sendable (Result<[BusValue], BusFailure>) -> Void)?>

    init(
        arguments: [BusValue],
        answer: @escaping @Sendable (Result<[BusValue], BusFailure>) -> Void
    ) {
        self.arguments = arguments
        self.answer = Mutex(answer)
    }

    deinit {
        finish(.failure(.failed("The call was dropped.")))
    }

    /// Answers with the method's results.
    public func reply(_ results: [BusValue] = []) {
        finish(.success(results))
    }

    /// Answers with an error.
    public func fail(_ failure: BusFailure) {
        finish(.failure(failure))
    }

    private func finish(_ result: Result<[BusValue], BusFailure>) {
        let answer = answer.withLock { answer in
            defer { answer = nil }
            return answer
        }
        answer?(result)
    }
}
