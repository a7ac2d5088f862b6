import ColumnModel
import Localization
import PlaybackRules
import RemoteControl

extension TUIState {
    /// Sleep timers are given time in such steps.
    private static let sleepStep = Duration.seconds(900)
    /// A place so near behind a chapter's beginning leads to the chapter before it.
    private static let chapterGrace = Duration.seconds(3)

    /// Commands that reach the player.
    mutating func performOnPlayer(_ command: UserCommand) -> [TUIIntent] {
        if command == .play { return play() }
        guard let player, player.snapshot.track != nil else {
            if command == .toggle { return [.playLast] }
            return say("Nothing plays. p plays what is selected.")
        }
        let snapshot = player.snapshot
        let place = player.position(at: now)
        switch command {
        case .toggle: return [.steer(.toggle)]
        case .stop: return [.steer(.stop)]
        case .nextTrack: return [.steer(.next)]
        case .previousTrack: return [.steer(.previous)]
        case .undoSeek: return [.steer(.undoSeek)]
        case .skip(let isForward):
            return steer(.by(isForward ? settings.skipForward : .zero - settings.skipBack))
        case .seekShare(let share): return steer(.share(min(1, max(0, share))))
        case .seekText(let text): return seek(text)
        case .chapter(let step): return goToChapter(step, player, place)
        case .changeSpeed(let step):
            let speed = ((snapshot.speed + step) * 100).rounded() / 100
            return setSpeed(min(4, max(0.5, speed)))
        case .setSpeed(let speed): return setSpeed(speed)
        case .changeVolume(let step):
            let volume = min(1, max(0, ((snapshot.volume + step) * 100).rounded() / 100))
            self.player?.snapshot.volume = volume
            return [.steer(.setVolume(volume))]
        case .extendSleep:
            return snapshot.sleep == nil
                ? [.steer(.setSleep(.after(Self.sleepStep)))]
                : [.steer(.extendSleep(by: Self.sleepStep))]
        case .sleep(let kind): return [.steer(.setSleep(kind))]
        case .nextMode:
            let all = PlaybackMode.allCases
            let index = all.firstIndex(of: snapshot.mode) ?? 0
            return [.steer(.setMode(all[(index + 1) % all.count]))]
        case .bookmark(let note):
            guard let id = snapshot.track?.episode else {
                return say("Only an episode of the library takes bookmarks.")
            }
            return [.addBookmark(id, at: place, note: note)]
        default: return []
        }
    }

    private mutating func play() -> [TUIIntent] {
        guard let row = list.selected else { return [.playLast] }
        switch row {
        case .column(let id): return [.playColumn(id)]
        case .bookmark(let number, let id):
            return [.play(id, from: bookmarks[number]?.position, entry: nil)]
        case .queued(let entry, let id): return [.play(id, from: nil, entry: entry)]
        case .episode(let id):
            if player?.snapshot.track?.episode == id { return [.steer(.resume)] }
            if let row = episodes[id], !row.hasAudio {
                return say("This episode has no audio. Enter reads it.")
            }
            return [.play(id, from: nil, entry: nil)]
        }
    }

    /// Plays the selected episode from a place.
    mutating func play(from place: Duration) -> [TUIIntent] {
        guard let id = list.selected?.episode else { return [] }
        if player?.snapshot.track?.episode == id { return steer(.to(place)) }
        return [.play(id, from: place, entry: nil)]
    }

    /// The place moves at once; what the player says corrects it.
    private mutating func steer(_ target: SeekTarget) -> [TUIIntent] {
        guard var player else { return [] }
        let now = now
        let length = player.snapshot.duration
        let place: Duration? =
            switch target {
            case .by(let span): player.position(at: now) + span
            case .to(let place): place
            case .share(let share): length.map { $0 * share }
            }
        if let place {
            player.snapshot.position = max(.zero, length.map { min(place, $0) } ?? place)
            player.receivedAt = now
            self.player = player
        }
        return [.steer(.seek(target))]
    }

    private mutating func setSpeed(_ speed: Double) -> [TUIIntent] {
        guard (0.5...4).contains(speed) else {
            return say("The speed is 0.5 to 4.", isFault: true)
        }
        if let place = player?.position(at: now) { player?.snapshot.position = place }
        player?.receivedAt = now
        player?.snapshot.speed = speed
        return [.steer(.setSpeed(speed))]
    }

    private mutating func goToChapter(_ step: Int, _ player: PlayerState, _ place: Duration)
        -> [TUIIntent]
    {
        let chapters = player.chapters
        guard !chapters.isEmpty else { return say("It has no chapters.") }
        let index = player.chapterIndex(at: place) ?? -1
        if step > 0 {
            guard index + 1 < chapters.count else { return say("This is the last chapter.") }
            return steer(.to(chapters[index + 1].start))
        }
        let isAtStart = index >= 0 && place - chapters[index].start < Self.chapterGrace
        return steer(.to(chapters[max(0, isAtStart ? index - 1 : index)].start))
    }

    private mutating func seek(_ text: String) -> [TUIIntent] {
        guard let target = SeekWords.target(text) else {
            return say("“\(text)” is no place. Write 12:30, +30, -1:00 or 50%.", isFault: true)
        }
        return steer(target)
    }
}
