import ColumnModel
import Testing

@testable import ColumnServices

@Suite struct DownloadRuleTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let settings: [String: String]
        var title = "An Interview with Mei"
        var minutes: Int? = 30
        let isAdmitted: Bool
    }

    @Test(arguments: [
        Case(testDescription: "no rule", settings: [:], isAdmitted: true),
        Case(
            testDescription: "one of the wanted texts, in any case",
            settings: ["download.only": "special|INTERVIEW"], isAdmitted: true),
        Case(
            testDescription: "none of the wanted texts", settings: ["download.only": "Special"],
            isAdmitted: false),
        Case(
            testDescription: "an unwanted text", settings: ["download.skip": "interview"],
            isAdmitted: false),
        Case(
            testDescription: "Chinese", settings: ["download.skip": "预告"], title: "第三篇预告",
            isAdmitted: false),
        Case(
            testDescription: "too short", settings: ["download.min-length": "31m"],
            isAdmitted: false),
        Case(
            testDescription: "long enough", settings: ["download.min-length": "30m"],
            isAdmitted: true),
        Case(
            testDescription: "too long", settings: ["download.max-length": "29m"],
            isAdmitted: false),
        Case(
            testDescription: "nobody knows how long", settings: ["download.max-length": "1m"],
            minutes: nil, isAdmitted: true),
    ])
    func admits(_ example: Case) {
        let rule = DownloadRule(Configuration().overridden(by: example.settings))
        #expect(rule.count == 3)
        #expect(
            rule.admits(makeEpisode(example.title, minutes: example.minutes)) == example.isAdmitted)
    }

    private func makeEpisode(_ title: String, minutes: Int?) -> Episode {
        Episode(
            id: EpisodeID(rawValue: 1), column: ColumnID(rawValue: 1), guid: nil, title: title,
            published: nil, firstSeen: Timestamp(secondsSince1970: 0),
            duration: minutes.map { .seconds($0 * 60) }, link: nil, season: nil, number: nil,
            summary: nil, imageURL: nil, enclosure: nil, audio: EpisodeAudio(), position: .zero,
            isPlayed: false, isLiked: false)
    }
}
