import PlaybackRules
import TestSupport
import Testing

/// Which paragraph is heard at a second, and back.
struct ReadAlongMapTests {
    @Test func withoutMoreItGoesByTheLetter() {
        let map = ReadAlongMap(lengths: [100, 300, 100], speech: .zero..<(.seconds(500)))
        #expect(
            (0...3).map { map.time(ofParagraph: $0) } == [0, 100, 400, 500].map { .seconds($0) })
        let heard = [0, 99, 100, 399, 400, 499].map { map.paragraph(at: .seconds($0)) }
        #expect(heard == [0, 0, 1, 1, 2, 2])
        #expect(map.paragraph(at: .seconds(500)) == nil)
        #expect(map.paragraph(at: .seconds(-1)) == nil)
    }

    @Test func musicAroundTheSpeechHasNoParagraph() {
        let map = ReadAlongMap(lengths: [10, 10], speech: .seconds(30)..<(.seconds(50)))
        #expect(map.paragraph(at: .seconds(29)) == nil)
        #expect(map.paragraph(at: .seconds(30)) == 0)
        #expect(map.paragraph(at: .seconds(40)) == 1)
        #expect(map.paragraph(at: .seconds(50)) == nil)
    }

    @Test func aKnownPlaceBendsWhatIsAroundIt() {
        var map = ReadAlongMap(lengths: [100, 100, 100, 100], speech: .zero..<(.seconds(400)))
        map.fix(paragraph: 2, at: .seconds(300))
        #expect(
            (0...4).map { map.time(ofParagraph: $0) }
                == [0, 150, 300, 350, 400].map { .seconds($0) })
        // What would turn the order around is left out.
        map.fix(paragraph: 1, at: .seconds(350))
        map.fix(paragraph: 3, at: .seconds(200))
        #expect(map.time(ofParagraph: 1) == .seconds(150))
        map.fix(paragraph: 2, at: .seconds(100))
        #expect(map.time(ofParagraph: 2) == .seconds(100))
    }

    @Test func longSilencesAreTheBordersOfParagraphs() {
        var map = ReadAlongMap(lengths: [100, 300, 100], speech: .zero..<(.seconds(500)))
        map.correct(by: [
            // Breath, near the first border.
            .milliseconds(98_000)..<(.milliseconds(98_200)),
            .milliseconds(106_000)..<(.milliseconds(107_500)),
            .milliseconds(391_000)..<(.milliseconds(392_500)),
            // Long, but near no border.
            .seconds(240)..<(.seconds(241)),
        ])
        #expect(map.time(ofParagraph: 1) == .milliseconds(107_500))
        #expect(map.time(ofParagraph: 2) == .milliseconds(392_500))
        #expect(map.paragraph(at: .seconds(105)) == 0)
        #expect(map.paragraph(at: .seconds(108)) == 1)
    }

    /// A reader whose speed differs by paragraph, with pauses between: after the correction every
    /// border is right, though the letters alone are off by seconds.
    @Test(arguments: [UInt64(1), 2, 3])
    func aReaderOfChangingSpeed(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let lengths = (0..<40).map { _ in Int.random(in: 200...900, using: &random) }
        var time = Duration.zero
        var starts: [Duration] = []
        var silences: [Range<Duration>] = []
        for length in lengths {
            starts.append(time)
            let rate = Double.random(in: 14.5...15.5, using: &random)
            time += .seconds(Double(length) / rate)
            silences.append(time..<(time + .milliseconds(1_200)))
            time += .milliseconds(1_200)
        }
        silences.removeLast()
        var map = ReadAlongMap(lengths: lengths, speech: .zero..<time)
        let off = zip(starts.indices, starts).map { (map.time(ofParagraph: $0) - $1) / .seconds(1) }
        #expect(off.contains { abs($0) > 0.5 })
        map.correct(by: silences)
        for (index, start) in zip(starts.indices, starts) {
            let found = map.time(ofParagraph: index)
            #expect(abs((found - start) / .seconds(1)) < 0.01, "\(index): \(found), \(start)")
        }
    }

    @Test func thereAndBack() {
        var map = ReadAlongMap(
            lengths: [3, 900, 1, 40, 40, 2_000], speech: .seconds(5)..<(.seconds(300)))
        map.fix(paragraph: 3, at: .seconds(200))
        for index in 0..<map.count {
            #expect(map.paragraph(at: map.time(ofParagraph: index) + .milliseconds(1)) == index)
        }
    }

    @Test func nothingToRead() {
        var map = ReadAlongMap(lengths: [], speech: .zero..<(.seconds(10)))
        map.correct(by: [.seconds(1)..<(.seconds(2))])
        map.fix(paragraph: 0, at: .seconds(3))
        #expect(map.paragraph(at: .seconds(5)) == nil)
        #expect(map.count == 0)
    }
}
