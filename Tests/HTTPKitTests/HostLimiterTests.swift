import HTTPKit
import TestSupport
import Testing

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

/// Leave by host and in all.
@Suite struct HostLimiterTests {
    private struct Count: Sendable {
        var now: [String: Int] = [:]
        var most: [String: Int] = [:]
        var total = 0
        var mostTotal = 0

        mutating func enter(_ host: String) {
            now[host, default: 0] += 1
            total += 1
            most[host] = max(most[host] ?? 0, now[host] ?? 0)
            mostTotal = max(mostTotal, total)
        }

        mutating func leave(_ host: String) {
            now[host, default: 0] -= 1
            total -= 1
        }
    }

    @Test func keepsBothLimits() async throws {
        let limiter = HostLimiter(total: 5, perHost: 2)
        let count = Watched(Count())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<60 {
                group.addTask {
                    let host = "h\(index % 4)"
                    try await limiter.withLeave(for: host) {
                        count.update { $0.enter(host) }
                        await Task.yield()
                        count.update { $0.leave(host) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(count.value.mostTotal <= 5)
        #expect(count.value.most.values.allSatisfy { $0 <= 2 })
        #expect(count.value.total == 0)
    }

    @Test func fullHostHoldsUpNobodyElse() async throws {
        let limiter = HostLimiter(total: 2, perHost: 1)
        try await limiter.acquire("slow")
        let waiting = Task { try await limiter.acquire("slow") }
        try await limiter.acquire("quick")
        limiter.release("quick")
        limiter.release("slow")
        try await waiting.value
        limiter.release("slow")
    }

    @Test func heldHostWaitsByTheClock() async throws {
        let clock = ManualClock()
        let limiter = HostLimiter(total: 2, perHost: 2, clock: MonotonicClock(clock))
        limiter.hold("host", for: .seconds(10))
        limiter.hold("host", for: .seconds(3))
        let waiting = Task { try await limiter.acquire("host") }
        #expect(try await clock.waitForSleepers() == [.seconds(10)])
        try await limiter.acquire("other")
        clock.advance(by: .seconds(10))
        try await waiting.value
        #expect(limiter.holdTime(of: "host") == nil)
    }

    @Test func cancelledWaiterLeavesNoTrace() async throws {
        let limiter = HostLimiter(total: 1, perHost: 1)
        try await limiter.acquire("host")
        let waiting = Task { try await limiter.acquire("host") }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        limiter.release("host")
        try await limiter.acquire("host")
    }
}
