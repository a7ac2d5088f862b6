import ColumnModel
import PlaybackRules

/// A player of episodes with chapters on a virtual clock, driven by a sleep timer.
struct SleepRun {
    /// One effect and when it came.
    struct Entry: Equatable {
        let uptime: Duration
        let effect: SleepEffect
    }

    private static let tick = Duration.milliseconds(250)

    var timer: SleepTimer
    var speed = 1.0
    var episodeLength = Duration.seconds(3_600)
    var chapterLength: Duration?
    private(set) var position = Duration.zero
    private(set) var episode = 0
    private(set) var isPlaying = false
    private(set) var log: [Entry] = []
    /// The gain that the listener has, as the effects left it.
    private(set) var gain = 1.0
    private(set) var uptime = Duration.seconds(5_000)
    private var calendar = Duration.seconds(1_700_000_000)

    init(fade: Duration = .seconds(10)) {
        timer = SleepTimer(fade: fade)
    }

    var now: SleepMoment {
        SleepMoment(
            uptime: uptime,
            calendar: Timestamp(secondsSince1970: calendar.components.seconds))
    }

    /// The effects that are no steps of the gain.
    var stops: [Entry] {
        log.filter { if case .setGain = $0.effect { false } else { true } }
    }

    mutating func send(_ event: SleepEvent) {
        for effect in timer.handle(event, at: now) {
            log.append(Entry(uptime: uptime, effect: effect))
            switch effect {
            case .setGain(let newGain): gain = newGain
            case .pause(let place):
                if let place { position = place }
                isPlaying = false
            case .stay: isPlaying = false
            }
        }
    }

    mutating func play() {
        guard !isPlaying else { return }
        isPlaying = true
        send(.userAction)
        send(.started)
    }

    mutating func pause() {
        guard isPlaying else { return }
        isPlaying = false
        send(.userAction)
        send(.stopped)
    }

    mutating func stall() {
        isPlaying = false
        send(.stopped)
    }

    mutating func recover() {
        isPlaying = true
        send(.started)
    }

    mutating func seek(to place: Duration) {
        send(.userAction)
        position = place
        send(.seeked)
    }

    mutating func skip() {
        send(.userAction)
        episode += 1
        position = .zero
        send(.episodeChanged)
    }

    /// The calendar is set to another time.
    mutating func setCalendar(by span: Duration) { calendar += span }

    /// Lets real time pass; sound goes on in it while playing.
    mutating func pass(_ time: Duration) {
        let end = uptime + time
        while uptime < end {
            let step = min(Self.tick, end - uptime)
            uptime += step
            calendar += step
            guard isPlaying else { continue }
            let before = position
            position += step * speed
            if position >= episodeLength {
                send(.episodeEnded)
                guard isPlaying else { continue }
                episode += 1
                position = .zero
                send(.episodeChanged)
                continue
            }
            if let chapterLength, before / chapterLength < (position / chapterLength).rounded(.down)
            {
                send(.chapterEnded(position: position))
            }
            guard isPlaying else { continue }
            send(.tick(position: position, toChapterEnd: toChapterEnd))
        }
    }

    private var toChapterEnd: Duration? {
        guard let chapterLength else { return nil }
        let next = chapterLength * ((position / chapterLength).rounded(.down) + 1)
        return (next - position) / speed
    }
}
