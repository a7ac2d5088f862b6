import AudioKit
import ColumnModel
import ColumnStore
import EpisodePlayer
import PlaybackRules

/// What is known of the item that plays.
struct PlaybackSession {
    var item: PlaybackItem
    var settings: Configuration
    var column: Column?
    var chapters: [Chapter] = []
    /// What is said in it, where that is known.
    var readAlong: ReadAlong?
    /// Its picture in a local file.
    var artPath: String?
    /// Where leaps began, for a file that is in no library.
    var leaps: [Duration] = []
    /// When its place was last kept.
    var pausedAt: Timestamp?
    /// What tells its place by the sound there.
    var fingerprint: [UInt8]?
    /// By the clock that nobody sets, when its place was last kept.
    var savedAt = SleepMoment.current().uptime
    /// Whether the player may still show the item before.
    var isLoading = true
    /// Whether the player has it, so that its position is this item's.
    private(set) var hasBegun = false
    /// Whether it was heard to its end, so that its place is the beginning.
    private(set) var hasEnded = false
    /// Whether it was found that it cannot be played.
    var hasFailed = false
    private(set) var position = Duration.zero
    private var rule = PlayedRule()
    private var meter = ListeningMeter()

    init(item: PlaybackItem, settings: Configuration) {
        self.item = item
        self.settings = settings
    }

    /// What the player needs; it begins where it was left, or a little before.
    func makePlayerItem(
        _ source: any ByteSource, from start: Duration?, facts: MediaFacts
    ) -> PlayerItem {
        let place = start ?? resumePlace
        return PlayerItem(
            source: source, start: place,
            fingerprint: start == nil && place > .zero
                ? fingerprint.flatMap { FrameFingerprint($0) } : nil,
            announcedDuration: item.episode?.duration, facts: facts, title: item.title)
    }

    /// What is left out at its edges.
    var edges: EdgeRule {
        EdgeRule(intro: settings[.playSkipIntro], outro: settings[.playSkipOutro])
    }

    private var resumePlace: Duration {
        guard let episode = item.episode else { return .zero }
        let beginning = edges.start(duration: episode.duration)
        guard !episode.isPlayed, episode.position > .zero else { return beginning }
        // A place at the very end is one that nobody wants to go on from.
        if let duration = episode.duration, episode.position >= duration - .seconds(1) {
            return beginning
        }
        return ResumeRule(isOn: settings[.playRewindOnResume]).start(
            from: episode.position, pausedAt: pausedAt, now: SleepMoment.current().calendar)
    }

    // MARK: - What happens to it

    mutating func begin(at start: Duration) {
        hasBegun = true
        hasEnded = false
        position = start
        meter.moved()
        // What a feed says of the length is no reason to count it as played.
        _ = rule.handle(.started(at: start))
    }

    mutating func heard(to place: Duration) -> [PlayedRule.Effect] {
        position = place
        return rule.handle(.heard(to: place))
    }

    mutating func moved(to place: Duration) {
        hasEnded = false
        position = place
        meter.moved()
        _ = rule.handle(.seeked(to: place))
    }

    /// Notes that the rest is left out: its place is the beginning.
    mutating func leaveOutro() {
        hasEnded = true
    }

    mutating func lengthChanged(_ length: Duration) -> [PlayedRule.Effect] {
        rule.handle(.durationChanged(length))
    }

    mutating func ended(at end: Duration) -> [PlayedRule.Effect] {
        hasEnded = true
        return rule.handle(.durationChanged(end)) + rule.handle(.heard(to: end))
            + rule.handle(.ended)
    }

    // MARK: - Listening

    /// Counts what was heard up to a place.
    mutating func measure(to place: Duration, _ player: PlayerSnapshot) {
        meter.heard(
            to: place, speed: player.speed, isTrimming: player.trim != nil,
            at: SleepMoment.current().uptime)
    }

    /// What was heard since the last call; nil where that is nothing.
    mutating func takeListened() -> ListenedSpan? { meter.take() }

    // MARK: - Chapters

    func chapter(at place: Duration) -> Chapter? {
        chapters.last { $0.start <= place }
    }

    func chapterEnd(after place: Duration) -> Duration? {
        guard !chapters.isEmpty else { return nil }
        return chapters.first { $0.start > place }?.start ?? item.episode?.duration
    }

    func isInside(_ place: Duration) -> Bool {
        item.episode?.duration.map { place < $0 } ?? true
    }
}
