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

    /// As people read: speed changes by paragraph, sentences have pauses too, some as long as those
    /// between paragraphs, and one border in ten has none that can be heard.
    @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6])
    func aReaderWhoBreathes(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let lengths = (0..<60).map { _ in Int.random(in: 120...900, using: &random) }
        var time = Duration.zero
        var starts: [Duration] = []
        var silences: [Range<Duration>] = []
        var drift = 1.0
        func pause(_ range: ClosedRange<Double>) {
            let length = Duration.seconds(Double.random(in: range, using: &random))
            silences.append(time..<(time + length))
            time += length
        }
        for length in lengths {
            starts.append(time)
            // Slower towards the end, as readers get tired.
            drift *= Double.random(in: 0.985...1.01, using: &random)
            var left = length
            while left > 0 {
                let sentence = min(left, Int.random(in: 40...140, using: &random))
                let rate = 15 * drift * Double.random(in: 0.93...1.07, using: &random)
                time += .seconds(Double(sentence) / rate)
                left -= sentence
                if left > 0 { pause(0.3...0.9) }
            }
            if Int.random(in: 0..<10, using: &random) > 0 { pause(0.8...1.6) }
        }
        var map = ReadAlongMap(lengths: lengths, speech: .zero..<time)
        func errors() -> [Double] {
            starts.indices.map { abs((map.time(ofParagraph: $0) - starts[$0]) / .seconds(1)) }
                .sorted()
        }
        let before = errors()
        map.correct(by: silences)
        let after = errors()
        #expect(before.reduce(0, +) / 60 > 5, "\(before)")
        #expect(after[30] < 0.01, "\(after)")
        #expect(after.reduce(0, +) / 60 < 1, "\(after)")
        // Paragraphs keep their order.
        for index in 0..<60 {
            #expect(map.time(ofParagraph: index) <= map.time(ofParagraph: index + 1))
        }
    }

    @Test func knownPlacesStayWhateverTheSilences() {
        var map = ReadAlongMap(lengths: [100, 100, 100, 100], speech: .zero..<(.seconds(400)))
        map.fix(paragraph: 2, at: .seconds(210))
        map.correct(by: [99, 204, 206, 305].map { .seconds($0)..<(.seconds($0 + 2)) })
        #expect(
            (0...4).map { map.time(ofParagraph: $0) }
                == [0, 101, 210, 307, 400].map { .seconds($0) })
    }

    @Test func manyParagraphsTakeLittleTime() {
        var random = SeededRandom(seed: 9)
        var map = ReadAlongMap(
            lengths: (0..<2_000).map { _ in Int.random(in: 1...400, using: &random) },
            speech: .zero..<(.seconds(36_000)))
        let silences = (0..<20_000).map { index -> Range<Duration> in
            let start = Duration.milliseconds(index * 1_800)
            return start..<(start + .milliseconds(Int.random(in: 300...1_500, using: &random)))
        }
        map.correct(by: silences)
        for index in 0..<2_000 {
            #expect(map.time(ofParagraph: index) <= map.time(ofParagraph: index + 1))
        }
    }

    @Test(arguments: [
        ("", 0), ("ab cd", 5), ("旧书店", 9), ("旧书店。", 15), ("12", 8), ("ひらがな", 8), ("🎧 —", 1),
        ("One. Two.", 19),
    ])
    func howLongATextIsWhenItIsRead(_ text: String, _ length: Int) {
        #expect(SpokenLength.of(text) == length)
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
