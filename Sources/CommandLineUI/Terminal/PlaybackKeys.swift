import ColumnModel
import ColumnServices
import Localization
import PlaybackRules
import TerminalText

/// What the keys do while something plays; the full screen has the same.
struct PlaybackKeys: Sendable {
    /// Sleep timers are given time in such steps.
    private static let sleepStep = Duration.seconds(900)
    /// A place so near behind a chapter's beginning leads to the chapter before it.
    private static let chapterGrace = Duration.seconds(3)

    /// What `?` says.
    static let help: Message =
        """
        Space pause  , . skip  < > chapter  [ ] speed  } normal  - + volume  n p next, previous \
         s S sleep more, off  c sleep at the chapter’s end  M order  L like  b bookmark \
         u undo a seek  q quit
        """

    let service: PlaybackService
    let library: LibraryService
    let say: @Sendable (Message) -> Void

    func handle(_ key: Key) async {
        switch key {
        case .character(" "): await service.toggle()
        case .left, .character(","): await service.skip(isForward: false)
        case .right, .character("."): await service.skip(isForward: true)
        case .up, .character("]"): await changeSpeed(by: 0.1)
        case .down, .character("["): await changeSpeed(by: -0.1)
        case .character("}"): await service.setSpeed(1)
        case .character("n"):
            if await !service.next() { say("This is the last one.") }
        case .character("p"), .character("N"): await service.previous()
        case .character("+"), .character("="): await changeVolume(by: 0.1)
        case .character("-"): await changeVolume(by: -0.1)
        case .character("s"): await sleepLonger()
        case .character("S"): await service.setSleep(nil)
        case .character("c"): await service.setSleep(.chapters(1))
        case .character("M"): await nextMode()
        case .character("<"): await goToChapter(-1)
        case .character(">"): await goToChapter(1)
        case .character("L"): await like()
        case .character("b"): await bookmark()
        case .character("u"), .character("U"):
            if await !service.undoSeek() { say("There is no seek to take back.") }
        case .character("?"): say(Self.help)
        case .character("q"), .character("X"): await service.stop()
        case .character, .escape: break
        }
    }

    /// Steps of a tenth, without the dust of binary fractions.
    private func changeSpeed(by step: Double) async {
        let speed = service.status.speed + step
        await service.setSpeed((speed * 100).rounded() / 100)
    }

    private func changeVolume(by step: Double) async {
        let volume = service.status.volume + step
        await service.setVolume((volume * 100).rounded() / 100)
    }

    private func sleepLonger() async {
        if service.status.sleep == nil {
            await service.setSleep(.after(Self.sleepStep))
        } else {
            await service.extendSleep(by: Self.sleepStep)
        }
    }

    private func nextMode() async {
        let all = PlaybackMode.allCases
        let index = all.firstIndex(of: service.status.mode) ?? 0
        await service.setMode(all[(index + 1) % all.count])
    }

    private func goToChapter(_ step: Int) async {
        let status = service.status
        guard let id = status.item?.episode?.id, let chapters = try? await library.chapters(of: id),
            !chapters.isEmpty
        else { return say("It has no chapters.") }
        let index = chapters.lastIndex { $0.start <= status.position } ?? -1
        if step > 0 {
            guard index + 1 < chapters.count else { return say("This is the last chapter.") }
            return await service.seek(to: chapters[index + 1].start)
        }
        let isAtStart = index >= 0 && status.position - chapters[index].start < Self.chapterGrace
        await service.seek(to: chapters[max(0, isAtStart ? index - 1 : index)].start)
    }

    private func like() async {
        guard let id = service.status.item?.episode?.id,
            let episode = try? await library.episode(id)
        else { return say("Only an episode of the library can be liked.") }
        do {
            try await library.like([id], !episode.isLiked)
            say(episode.isLiked ? "No longer liked." : "Liked.")
        } catch {
            say(FailureReport(error).message)
        }
    }

    private func bookmark() async {
        let status = service.status
        guard let id = status.item?.episode?.id else {
            return say("Only an episode of the library takes bookmarks.")
        }
        do {
            _ = try await library.addBookmark(at: status.position, in: id, note: nil)
            say("Bookmark at \(NumberText.duration(status.position)).")
        } catch {
            say(FailureReport(error).message)
        }
    }
}
