import PlaybackRules
import TestSupport
import Testing

/// The promises of the shuffle, for many seeds.
struct ShuffleTests {
    private let letters = "abcdefgh"

    @Test(arguments: 2...8)
    func eachOnceInEveryRoundAndNeverTwiceInARow(count: Int) {
        for seed in UInt64(0)..<200 {
            var order = order(
                String(letters.prefix(count)), at: Int(seed) % count, .shuffle, seed: seed)
            var heard = order.current.map { [$0.id] } ?? []
            for _ in 1..<(count * 5) { heard.append(order.advance()?.id ?? "-") }
            for round in stride(from: 0, to: heard.count, by: count) {
                #expect(
                    Set(heard[round..<(round + count)]).count == count, "seed \(seed): \(heard)")
            }
            #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 != $1 }, "seed \(seed): \(heard)")
        }
    }

    @Test func previousGoesBackThroughWhatWasHeardAndNextForwardAgain() {
        var order = order(letters, at: 3, .shuffle, seed: 7)
        var heard = order.current.map { [$0.id] } ?? []
        for _ in 0..<20 { heard.append(order.next()?.id ?? "-") }
        for expected in heard.dropLast().reversed() { #expect(order.previous()?.id == expected) }
        #expect(order.previous() == nil)
        #expect(!order.hasPrevious)
        for expected in heard.dropFirst() { #expect(order.next()?.id == expected) }
    }

    @Test func aSeedGivesTheSameAndAnotherOneAnother() {
        func walk(_ seed: UInt64) -> String {
            var order = order(letters, at: 0, .shuffle, seed: seed)
            return String((0..<20).map { _ in order.next()?.id ?? "-" })
        }
        #expect(walk(1) == walk(1))
        #expect(Set((0..<20).map(walk)).count == 20)
    }

    @Test func lookingAheadChangesNothing() {
        var order = order(letters, at: 0, .shuffle, seed: 3)
        for _ in 0..<50 {
            let expected = order.upcoming
            #expect(order.upcoming == expected)
            #expect(order.advance() == expected)
        }
    }

    @Test func everyItemIsAsLikelyToComeFirst() {
        var counts: [Character: Int] = [:]
        for seed in UInt64(0)..<7_000 {
            var order = order(letters, at: 0, .shuffle, seed: seed)
            counts[order.next()?.id ?? "-", default: 0] += 1
        }
        #expect(counts.keys.sorted() == Array("bcdefgh"))
        // 1000 are expected of each; 24.3 is the limit of chi-square at 6 degrees and p = 0.0005.
        let chiSquare = counts.values.reduce(0) { $0 + Double(($1 - 1000) * ($1 - 1000)) / 1000 }
        #expect(chiSquare < 24.3)
    }

    @Test func whatIsInsertedComesInThisRound() {
        for seed in UInt64(0)..<50 {
            var order = order("abc", at: 0, .shuffle, seed: seed)
            _ = order.next()
            order.append([OrderItem(id: "x")])
            let rest = Set([order.next()?.id, order.next()?.id])
            #expect(rest.contains("x") && rest.count == 2, "seed \(seed)")
        }
    }

    @Test func whatIsRemovedIsForgottenOnTheWayBack() {
        var order = order("abc", at: 0, .shuffle, seed: 1)
        let second = order.next()?.id ?? "-"
        let third = order.next()?.id ?? "-"
        order.remove([second])
        #expect(order.current?.id == third)
        #expect(order.previous()?.id == "a")
        #expect(order.previous() == nil)
    }

    @Test func aJumpCountsAsHeard() {
        for seed in UInt64(0)..<50 {
            var order = order("abcd", at: 0, .shuffle, seed: seed)
            _ = order.jump(to: "c")
            let rest = Set([order.next()?.id, order.next()?.id])
            #expect(rest == ["b", "d"], "seed \(seed)")
        }
    }

    @Test func theModeCanBeginInTheMiddle() {
        var order = order("abc", at: 1)
        order.setMode(.shuffle)
        #expect(order.current?.id == "b")
        #expect(Set([order.next()?.id, order.next()?.id]) == ["a", "c"])
        order.setMode(.sequence)
        #expect(order.upcoming?.id == (order.current?.id == "a" ? "b" : nil))
    }
}
