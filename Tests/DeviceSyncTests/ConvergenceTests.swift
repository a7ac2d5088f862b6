import ColumnModel
import ColumnStore
import DeviceSync
import Synchronization
import TestSupport
import Testing

/// Random lives of two homes with one server.
@Suite(.timeLimit(.minutes(10))) struct ConvergenceTests {
    struct Life: Sendable, CustomTestStringConvertible {
        let seed: UInt64
        /// How far the second home's clock is ahead, in seconds.
        var ahead: Int64 = 0

        var testDescription: String { "seed \(seed), clock \(ahead) s ahead" }
    }

    /// What was last done to an episode.
    private struct Truth {
        var position: Int64 = 0
        var isPlayed = false
        var text: String { "\(position)\(isPlayed ? "!" : "")" }
    }

    @Test(
        arguments: [
            Life(seed: 1), Life(seed: 2), Life(seed: 3), Life(seed: 4, ahead: 40),
            Life(seed: 5, ahead: -7_000),
        ])
    func thousandRandomActionsConverge(_ life: Life) async throws {
        var random = SeededRandom(seed: life.seed)
        let clock = SharedClock()
        let server = DeviceServerDouble(.gpodder) { clock.now }
        let homes = [
            try await DeviceHome("desk", .gpodder, at: server, clock: clock),
            try await DeviceHome("couch", .gpodder, at: server, clock: clock, ahead: life.ahead),
        ]
        let trouble = Mutex(SeededRandom(seed: life.seed &+ 99))
        var truth: [String: Truth] = [:]
        var (syncs, cuts, wipes, held) = (0, 0, 0, 0)
        // Feeds 1 to 4 are never removed: of them nothing may be lost, whatever happens.
        for feed in 1...4 { try await homes[0].subscribe(feed) }
        try await homes[0].sync()
        clock.advance(by: 2)
        try await homes[1].sync()
        for _ in 1...1_000 {
            clock.advance(by: Int64.random(in: 2...300, using: &random))
            let home = homes[Int.random(in: 0...1, using: &random)]
            let feed = Int.random(in: 1...8, using: &random)
            let number = Int.random(in: 1...3, using: &random)
            let key = "https://feeds.example.org/\(feed)#\(number)"
            switch Int.random(in: 0...99, using: &random) {
            case 0..<40:
                guard try await home.episode(feed, number) != nil else { continue }
                let position = Int64.random(in: 1...3_000, using: &random)
                try await home.play(feed, number, to: position)
                truth[key, default: Truth()].position = position
            case 40..<55:
                guard let episode = try await home.episode(feed, number) else { continue }
                let isPlayed = Bool.random(using: &random)
                guard episode.isPlayed != isPlayed else { continue }
                try await home.mark(feed, number, played: isPlayed)
                truth[key, default: Truth()].isPlayed = isPlayed
                // Unmarking on a home also tells the place that is there.
                if !isPlayed {
                    truth[key, default: Truth()].position = episode.position.components.seconds
                }
            case 55..<62 where feed > 4: try await home.subscribe(feed)
            case 62..<67 where feed > 4: try await home.remove(feed)
            case 67..<70:
                if wipes < 12 { server.wipe() }
                wipes += 1
            case 70..<80:
                cuts += 1
                server.trouble { _ in
                    trouble.withLock { random in
                        switch Int.random(in: 0...5, using: &random) {
                        case 0: .cutBefore
                        case 1: .cutAfter
                        case 2: .status(503)
                        default: nil
                        }
                    }
                }
                _ = try? await home.sync()
                server.trouble(nil)
            default:
                syncs += 1
                let report = try await home.sync()
                if !report.lostThere.isEmpty {
                    held += 1
                    var options = DeviceSyncOptions()
                    options.restoresServer = true
                    clock.advance(by: 2)
                    try await home.sync(options)
                }
            }
        }
        var last = DeviceSyncOptions()
        last.restoresServer = true
        last.allowsRemovals = true
        for round in 0..<4 {
            clock.advance(by: 10_000)
            for home in homes { try await home.sync(round < 2 ? last : DeviceSyncOptions()) }
        }
        let (left, right) = (try await homes[0].places, try await homes[1].places)
        #expect(left == right, "\(syncs) syncs, \(cuts) with cuts, \(wipes) wipes, \(held) held")
        #expect(try await homes[0].feeds == homes[1].feeds)
        #expect(try await homes[0].feeds.isSuperset(of: [1, 2, 3, 4]))
        #expect(syncs > 100 && cuts > 50 && wipes > 5 && held > 0)
        // With clocks that agree, what was done last is what is.
        guard life.ahead == 0 else { return }
        for feed in 1...4 {
            for number in 1...3 {
                let key = "https://feeds.example.org/\(feed)#\(number)"
                #expect(left[key] == truth[key, default: Truth()].text, "\(key)")
            }
        }
    }
}
