import ColumnModel
import PlaybackRules
import Testing

/// The rules for played, resume and previous.
struct SmallRulesTests {
    struct Played: CustomTestStringConvertible, Sendable {
        let name: String
        let duration: Duration?
        let events: [PlayedRule.Event]
        let marks: Int

        var testDescription: String { name }
    }

    private static let hour = Duration.seconds(3_600)

    @Test(arguments: [
        Played(
            name: "just under 95 %", duration: hour,
            events: [.started(at: .zero), .heard(to: .seconds(3_419))], marks: 0),
        Played(
            name: "95 % of an hour", duration: hour,
            events: [.started(at: .zero), .heard(to: .seconds(3_420))], marks: 1),
        Played(
            name: "once only", duration: hour,
            events: [
                .started(at: .zero), .heard(to: .seconds(3_420)),
                .heard(to: .seconds(3_500)), .ended,
            ], marks: 1),
        Played(
            name: "the last 30 s of five minutes", duration: .seconds(300),
            events: [.started(at: .zero), .heard(to: .seconds(270))], marks: 1),
        Played(
            name: "not yet the last 30 s", duration: .seconds(300),
            events: [.started(at: .zero), .heard(to: .seconds(269))], marks: 0),
        Played(
            name: "half of a very short one", duration: .seconds(20),
            events: [.started(at: .zero), .heard(to: .seconds(10))], marks: 1),
        Played(
            name: "a seek to 97 % and a moment", duration: hour,
            events: [
                .started(at: .zero), .seeked(to: .seconds(3_500)),
                .heard(to: .seconds(3_505)),
            ], marks: 0),
        Played(
            name: "a seek to the last second and the end", duration: hour,
            events: [
                .started(at: .zero), .seeked(to: .seconds(3_599)),
                .heard(to: hour), .ended,
            ], marks: 0),
        Played(
            name: "a seek to 97 % and all of the rest", duration: hour,
            events: [
                .started(at: .zero), .seeked(to: .seconds(3_500)),
                .heard(to: hour), .ended,
            ], marks: 1),
        Played(
            name: "a seek to 90 % and on past 95 %", duration: hour,
            events: [
                .started(at: .zero), .seeked(to: .seconds(3_240)),
                .heard(to: .seconds(3_421)),
            ], marks: 1),
        Played(
            name: "a seek back from beyond", duration: hour,
            events: [
                .started(at: .seconds(3_500)), .seeked(to: .seconds(60)),
                .heard(to: .seconds(70)),
            ], marks: 0),
        Played(
            name: "unknown length", duration: nil,
            events: [.started(at: .zero), .heard(to: hour), .ended], marks: 0),
        Played(
            name: "length learnt late", duration: nil,
            events: [
                .started(at: .zero), .heard(to: .seconds(3_430)),
                .durationChanged(hour), .heard(to: .seconds(3_431)),
            ], marks: 1),
        Played(
            name: "length zero", duration: .zero,
            events: [.started(at: .zero), .heard(to: .seconds(5)), .ended], marks: 0),
        Played(
            name: "again after a new start", duration: .seconds(300),
            events: [
                .started(at: .zero), .heard(to: .seconds(280)), .started(at: .zero),
                .heard(to: .seconds(280)),
            ], marks: 2),
        Played(
            name: "resumed beyond the mark and left at once", duration: hour,
            events: [.started(at: .seconds(3_590)), .heard(to: .seconds(3_592))], marks: 0),
    ])
    func played(_ row: Played) {
        var rule = PlayedRule(duration: row.duration)
        let effects = row.events.flatMap { rule.handle($0) }
        #expect(effects.count == row.marks)
    }

    @Test(arguments: [
        (0, 100, 100), (59, 100, 100), (60, 100, 97), (3_599, 100, 97), (3_600, 100, 90),
        (86_400, 100, 80), (90_000_000, 100, 80), (86_400, 5, 0), (-50, 100, 100), (60, -4, 0),
    ])
    func resume(pause: Int, position: Int, start: Int) {
        #expect(
            ResumeRule().start(from: .seconds(position), after: .seconds(pause)) == .seconds(start))
    }

    @Test func resumeByTheCalendar() {
        let now = Timestamp(secondsSince1970: 1_700_000_000)
        let rule = ResumeRule()
        let position = Duration.seconds(100)
        let anHourAgo = now + .seconds(-3_600)
        #expect(rule.start(from: position, pausedAt: anHourAgo, now: now) == .seconds(90))
        #expect(rule.start(from: position, pausedAt: nil, now: now) == position)
        #expect(rule.start(from: position, pausedAt: now + .seconds(9_999), now: now) == position)
        #expect(
            ResumeRule(isOn: false).start(from: position, pausedAt: anHourAgo, now: now) == position
        )
    }

    @Test(arguments: [
        (0, true, PreviousRule.goBack), (3_000, true, .goBack), (3_001, true, .restart),
        (0, false, .restart), (9_000, false, .restart),
    ])
    func previous(milliseconds: Int, hasPrevious: Bool, expected: PreviousRule) {
        #expect(
            PreviousRule(position: .milliseconds(milliseconds), hasPrevious: hasPrevious)
                == expected)
    }
}
