import ColumnModel
import EpisodeDownload
import Testing

/// What is taken along on a journey, and what is kept ahead of a listener.
@Suite struct PackPlanTests {
    private func episode(
        _ id: Int64, column: Int64 = 1, minutes: Int? = 60, length: Int64? = nil,
        position: Duration = .zero, isPlayed: Bool = false, isHere: Bool = false
    ) -> Episode {
        Episode(
            id: EpisodeID(rawValue: id), column: ColumnID(rawValue: column), guid: nil,
            title: "\(id)", published: Timestamp(secondsSince1970: id),
            firstSeen: Timestamp(secondsSince1970: 0), duration: minutes.map { .seconds(60 * $0) },
            link: nil, season: nil, number: nil, summary: nil, imageURL: nil,
            enclosure: Enclosure(url: "http://example.com/", type: nil, length: length),
            audio: EpisodeAudio(state: isHere ? .complete : .none), position: position,
            isPlayed: isPlayed, isLiked: false)
    }

    private func numbers(_ plan: PackPlan) -> [Int64] { plan.items.map(\.episode.rawValue) }

    @Test func timeIsFilled() {
        let plan = PackPlan(
            of: (1...9).map { episode($0) }, limits: .init(time: .seconds(3 * 3_600)))
        #expect(numbers(plan) == [1, 2, 3])
        #expect(plan.time == .seconds(3 * 3_600))
    }

    @Test func speedAndPositionCount() {
        let candidates = [
            episode(1, column: 1), episode(2, column: 2, position: .seconds(1_800)),
            episode(3, column: 1), episode(4),
        ]
        let plan = PackPlan(of: candidates, limits: .init(time: .seconds(5_400))) { column in
            column.rawValue == 1 ? 2 : 1
        }
        #expect(numbers(plan) == [1, 2, 3])
        #expect(plan.time == .seconds(1_800 + 1_800 + 1_800))
    }

    @Test func sizeIsKeptAndSmallerOnesStillFit() {
        let candidates = [
            episode(1, length: 600), episode(2, length: 600), episode(3, length: 300),
        ]
        let plan = PackPlan(
            of: candidates, limits: .init(time: .seconds(36_000), size: ByteCount(bytes: 1_000)))
        #expect(numbers(plan) == [1, 3])
        #expect(plan.left.map(\.rawValue) == [2])
        #expect(plan.bytesToFetch == 900)
    }

    @Test func playedAndRepeatedArePassedOver() {
        let candidates = [
            episode(1, isPlayed: true), episode(2, length: 10, isHere: true), episode(2),
            episode(3, minutes: nil, length: nil),
        ]
        let plan = PackPlan(of: candidates, limits: .init(time: .seconds(36_000)))
        #expect(numbers(plan) == [2, 3])
        #expect(plan.items.map(\.isHere) == [true, false])
        #expect(plan.items.last?.time == .seconds(1_800))
    }

    @Test func absurdNumbersDoNotTrap() {
        let candidates = [
            episode(1, minutes: nil, length: .max), episode(2, length: .max),
            episode(3, minutes: .max / 120),
        ]
        let plan = PackPlan(of: candidates, limits: .init(time: .seconds(1 << 40)))
        #expect(plan.items.count + plan.left.count == 3)
    }

    @Test func windowIsAheadOfTheListener() {
        let episodes = (1...9).map { episode($0, isPlayed: $0 == 2 || $0 == 4) }.shuffled()
        #expect(EpisodeWindow.next(3, of: episodes).map(\.rawValue) == [5, 6, 7])
        #expect(EpisodeWindow.next(3, of: [episode(1), episode(2)]).map(\.rawValue) == [1, 2])
        #expect(EpisodeWindow.next(0, of: episodes).isEmpty)
        #expect(EpisodeWindow.next(-1, of: episodes).isEmpty)
    }
}
