import PlaybackRules
import Testing

/// The table of interruptions: who began, who ended, what the listener did, what follows.
struct InterruptionRuleTests {
    /// What happens, and what the player is then.
    enum Step: Sendable {
        case began(String)
        case ended(String, mayResume: Bool)
        case plays
        case pauses
        case waits(Duration)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var isPlaying = true
        let steps: [Step]
        let effects: [InterruptionRule.Effect]
        let endsPlaying: Bool

        init(
            _ name: String, isPlaying: Bool = true, _ steps: [Step],
            _ effects: [InterruptionRule.Effect], endsPlaying: Bool
        ) {
            testDescription = name
            self.isPlaying = isPlaying
            self.steps = steps
            self.effects = effects
            self.endsPlaying = endsPlaying
        }
    }

    @Test(arguments: [
        Row(
            "a beginning and its end", [.began("a"), .ended("a", mayResume: true)],
            [.pause, .resume], endsPlaying: true),
        Row(
            "an end that does not allow it", [.began("a"), .ended("a", mayResume: false)],
            [.pause], endsPlaying: false),
        Row(
            "it was paused before", isPlaying: false,
            [.began("a"), .ended("a", mayResume: true)], [], endsPlaying: false),
        Row(
            "an end without a beginning, while playing", [.ended("a", mayResume: true)], [],
            endsPlaying: true),
        Row(
            "an end without a beginning, while paused", isPlaying: false,
            [.ended("a", mayResume: true)], [], endsPlaying: false),
        Row("a beginning without an end", [.began("a")], [.pause], endsPlaying: false),
        Row(
            "a glitch at the start: begun and ended before sound", isPlaying: false,
            [.began("a"), .ended("a", mayResume: true), .plays], [], endsPlaying: true),
        Row(
            "two at once: only the last end counts",
            [.began("a"), .began("b"), .ended("a", mayResume: true), .ended("b", mayResume: true)],
            [.pause, .resume], endsPlaying: true),
        Row(
            "two at once: one that forbids it is enough",
            [
                .began("a"), .began("b"), .ended("a", mayResume: false),
                .ended("b", mayResume: true),
            ],
            [.pause], endsPlaying: false),
        Row(
            "the same one begins twice and ends once",
            [.began("a"), .began("a"), .ended("a", mayResume: true)], [.pause, .resume],
            endsPlaying: true),
        Row(
            "the listener pauses meanwhile",
            [.began("a"), .pauses, .ended("a", mayResume: true)], [.pause], endsPlaying: false),
        Row(
            "the listener plays meanwhile, and is not paused by the end",
            [.began("a"), .plays, .ended("a", mayResume: true)], [.pause], endsPlaying: true),
        Row(
            "the listener plays meanwhile, and another one begins",
            [.began("a"), .plays, .began("b"), .ended("b", mayResume: true)], [.pause, .pause],
            endsPlaying: false),
        Row(
            "an end after half an hour",
            [.began("a"), .waits(.seconds(1_800)), .ended("a", mayResume: true)],
            [.pause, .resume], endsPlaying: true),
        Row(
            "an end after longer",
            [.began("a"), .waits(.seconds(1_801)), .ended("a", mayResume: true)], [.pause],
            endsPlaying: false),
    ])
    func table(_ row: Row) {
        var rule = InterruptionRule()
        var (isPlaying, now) = (row.isPlaying, Duration.zero)
        var effects: [InterruptionRule.Effect] = []
        for step in row.steps {
            let event: InterruptionRule.Event
            switch step {
            case .began(let cause): event = .began(cause: cause)
            case .ended(let cause, let mayResume):
                event = .ended(cause: cause, mayResume: mayResume)
            case .plays, .pauses: event = .userActed
            case .waits(let time):
                now += time
                continue
            }
            if let effect = rule.handle(event, isPlaying: isPlaying, at: now) {
                effects.append(effect)
                isPlaying = effect == .resume
            }
            if case .plays = step { isPlaying = true }
            if case .pauses = step { isPlaying = false }
        }
        #expect(effects == row.effects)
        #expect(isPlaying == row.endsPlaying)
    }
}
