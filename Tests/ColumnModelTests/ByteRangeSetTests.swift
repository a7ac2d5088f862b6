import ColumnModel
import Testing

/// The set against a model that keeps one Boolean a byte.
@Suite struct ByteRangeSetTests {
    @Test(arguments: 0..<40)
    func agreesWithABitmap(seed: UInt64) {
        var random = SplitMix(state: seed)
        var bits = [Bool](repeating: false, count: 64)
        var set = ByteRangeSet()
        for _ in 0..<60 {
            let lower = Int(random.next() % 64)
            let upper = lower + Int(random.next() % UInt64(64 - lower + 1))
            let isInsert = random.next() % 3 != 0
            for index in lower..<upper { bits[index] = isInsert }
            let range = Int64(lower)..<Int64(upper)
            if isInsert { set.insert(range) } else { set.remove(range) }
            #expect(set.ranges == runs(of: true, in: bits))
            #expect(set.holes(in: 0..<64) == runs(of: false, in: bits))
            #expect(set.byteCount == Int64(bits.count { $0 }))
            let probe = Int64(random.next() % 64)
            let end = bits[Int(probe)...].firstIndex(of: false) ?? 64
            #expect(set.heldEnd(from: probe) == Int64(max(end, Int(probe))))
        }
    }

    @Test func joinsRangesThatTouch() {
        #expect(ByteRangeSet([0..<3, 5..<8, 3..<5]).ranges == [0..<8])
    }

    private func runs(of wanted: Bool, in bits: [Bool]) -> [Range<Int64>] {
        var runs: [Range<Int64>] = []
        for (index, bit) in bits.enumerated() where bit == wanted {
            if let last = runs.last, last.upperBound == Int64(index) {
                runs[runs.count - 1] = last.lowerBound..<Int64(index) + 1
            } else {
                runs.append(Int64(index)..<Int64(index) + 1)
            }
        }
        return runs
    }
}

/// A small seeded generator, so that a failing case can be run again.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
