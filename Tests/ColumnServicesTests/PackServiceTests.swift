import ColumnModel
import Testing

@testable import ColumnServices

@Suite struct PackServiceTests {
    private func episode(_ id: Int64, _ state: AudioState = .none) -> Episode {
        Episode(
            id: EpisodeID(rawValue: id), column: ColumnID(rawValue: 1), guid: nil, title: "\(id)",
            published: nil, firstSeen: Timestamp(secondsSince1970: 0), duration: nil, link: nil,
            season: nil, number: nil, summary: nil, imageURL: nil,
            enclosure: Enclosure(url: "http://example.com/", type: nil, length: nil),
            audio: EpisodeAudio(state: state), position: .zero, isPlayed: false, isLiked: false)
    }

    @Test func theQueueComesFirstThenEachColumnInTurn() {
        let candidates = PackService.candidates(
            queue: [episode(9)], columns: [[episode(1), episode(2), episode(3)], [], [episode(4)]])
        #expect(candidates.map(\.id.rawValue) == [9, 1, 4, 2, 3])
        #expect(PackService.candidates(queue: [], columns: []).isEmpty)
    }

    @Test func whatLiesInTheTrashStaysThere() {
        let candidates = PackService.candidates(
            queue: [episode(1, .trashed)], columns: [[episode(2, .trashed), episode(3, .partial)]])
        #expect(candidates.map(\.id.rawValue) == [3])
    }
}
