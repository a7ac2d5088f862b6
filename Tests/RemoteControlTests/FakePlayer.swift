import ColumnModel
import PlaybackRules
import RemoteControl
import Synchronization
import TestSupport

/// A player without sound that does what it is told, and remembers it.
final class FakePlayer: PlaybackControl {
    struct State: Sendable {
        var snapshot = PlaybackSnapshot()
        var commands: [PlaybackCommand] = []
        var error: PlaybackControlError?
        var listeners: [AsyncStream<PlaybackChange>.Continuation] = []
        var isHolding = false
    }

    let state = Watched(State())

    var snapshot: PlaybackSnapshot { state.value.snapshot }

    /// What was asked of it, in order.
    var commands: [PlaybackCommand] { state.value.commands }

    init(playing: Bool = false) {
        guard playing else { return }
        update { $0 = .example }
    }

    func changes() -> AsyncStream<PlaybackChange> {
        let (stream, continuation) = AsyncStream.makeStream(of: PlaybackChange.self)
        state.update { $0.listeners.append(continuation) }
        return stream
    }

    func perform(_ command: PlaybackCommand) async throws(PlaybackControlError) {
        state.update { $0.commands.append(command) }
        _ = try? await state.wait(for: "the fake player to be let go") { !$0.isHolding }
        if let error = state.value.error { throw error }
        update { snapshot in
            switch command {
            case .pause: snapshot.status = .paused
            case .resume, .play: snapshot.status = .playing
            case .toggle: snapshot.status = snapshot.status == .playing ? .paused : .playing
            case .stop, .quit:
                snapshot.status = .stopped
                snapshot.track = nil
            case .setSpeed(let speed): snapshot.speed = speed
            case .setVolume(let volume): snapshot.volume = volume
            case .setMode(let mode): snapshot.mode = mode
            case .setSleep(let kind): snapshot.sleep = kind.map { SleepStatus(kind: $0) }
            case .seek(.to(let time)): snapshot.position = time
            case .seek(.by(let span)): snapshot.position += span
            case .next: snapshot.track?.id += 1
            case .previous: snapshot.track?.id -= 1
            case .interrupt: snapshot.status = .paused
            case .endInterruption(_, let mayResume): if mayResume { snapshot.status = .playing }
            case .seek(.share), .extendSleep, .nextChapter, .previousChapter, .undoSeek: break
            }
        }
        if case .seek = command { send(.seeked(to: snapshot.position)) }
    }

    /// Changes the state and tells of it.
    func update(_ change: @Sendable (inout PlaybackSnapshot) -> Void) {
        state.update { change(&$0.snapshot) }
        send(.changed)
    }

    func send(_ change: PlaybackChange) {
        for listener in state.value.listeners { listener.yield(change) }
    }
}

extension PlaybackSnapshot {
    /// A state in which every member has a value.
    static let example: PlaybackSnapshot = {
        var track = PlaybackTrack(id: 41)
        track.episode = EpisodeID(rawValue: 7)
        track.column = ColumnID(rawValue: 3)
        track.title = "Von „Tür“ und Ω 专栏"
        track.columnTitle = "A \"column\""
        track.author = "Ann\nOther"
        track.url = "https://example.org/a b.mp3?x=1&y=ü"
        track.artPath = "/tmp/art 1.jpg"
        track.published = Timestamp(secondsSince1970: 1_700_000_000)
        track.isLiked = true
        var snapshot = PlaybackSnapshot()
        snapshot.status = .playing
        snapshot.isStalled = true
        snapshot.track = track
        snapshot.index = 1
        snapshot.count = 5
        snapshot.position = .milliseconds(61_250)
        snapshot.duration = .milliseconds(3_600_500)
        snapshot.isDurationEstimated = true
        snapshot.speed = 1.5
        snapshot.volume = 0.75
        snapshot.mode = .repeatAll
        snapshot.sleep = SleepStatus(
            kind: .after(.seconds(1_800)), remaining: .milliseconds(1_234_500), countLeft: 2)
        snapshot.canGoNext = true
        snapshot.canGoPrevious = true
        snapshot.canSeek = true
        snapshot.bufferedRanges = [
            .zero..<(.seconds(90)), .seconds(100)..<(.milliseconds(250_500)),
        ]
        snapshot.chapter = "Two"
        snapshot.cue = PlaybackCue(
            index: 3, start: .seconds(60), end: .seconds(62), speaker: "Ann", text: "Hm. ü",
            isEstimated: true)
        snapshot.output = "null"
        snapshot.failure = PlaybackFailure(code: "http-status", message: "The server said 404.")
        snapshot.processID = 4_242
        return snapshot
    }()
}
