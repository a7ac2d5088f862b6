import ColumnModel
import Localization

extension TUIState {
    /// Commands that reach the library, and the jobs beside.
    mutating func performOnLibrary(_ command: UserCommand) -> [TUIIntent] {
        switch command {
        case .like: return like()
        case .markPlayed: return mark()
        case .enqueue(let atFront):
            guard let id = list.selected?.episode else { return say("This is no episode.") }
            return [.enqueue(id, atFront: atFront)]
        case .moveInQueue(let step): return moveInQueue(step)
        case .remove: return remove()
        case .unsubscribe:
            guard case .column(let id)? = list.selected else { return [] }
            return [.unsubscribe(id)]
        case .download:
            guard let id = list.selected?.episode else { return say("This is no episode.") }
            if let row = episodes[id], !row.hasAudio { return say("It has no audio.") }
            if jobs[.download] != nil { _ = say("It is downloaded after the one that runs.") }
            return [.download([id])]
        case .syncColumn:
            let id: ColumnID? =
                if case .column(let id)? = list.selected { id } else {
                    selectedEpisode?.column ?? column
                }
            guard let id else { return say("There is no column here.") }
            if jobs[.sync] != nil { _ = say("It is synced after the sync that runs.") }
            return [.sync(id)]
        case .syncAll:
            if jobs[.sync] != nil { _ = say("All are synced after the sync that runs.") }
            return [.sync(nil)]
        case .cancelJob:
            let runs = hiddenRuns.keys.sorted().map { TUIIntent.stopRun($0) }
            if jobs.isEmpty, runs.isEmpty { return say("Nothing runs.") }
            return runs + (jobs.isEmpty ? [] : [.cancelJobs])
        case .undo: return [.undo]
        default: return []
        }
    }

    /// The row shows it at once.
    private mutating func like() -> [TUIIntent] {
        guard let id = list.selected?.episode, let row = episodes[id] else {
            return say("This is no episode.")
        }
        episodes[id]?.isLiked = !row.isLiked
        return [.like(id, !row.isLiked)]
    }

    private mutating func mark() -> [TUIIntent] {
        guard let id = list.selected?.episode, let row = episodes[id] else {
            return say("This is no episode.")
        }
        episodes[id]?.isPlayed = !row.isPlayed
        return [.mark(id, played: !row.isPlayed)]
    }

    private mutating func moveInQueue(_ step: Int) -> [TUIIntent] {
        guard screen == .queue, case .queued(let entry, _)? = list.selected else {
            return say("That is for the queue.")
        }
        let target = list.cursor + step
        guard list.rows.indices.contains(target) else { return [] }
        list.rows.swapAt(list.cursor, target)
        list.cursor = target
        return [.moveInQueue(entry, to: target)]
    }

    private mutating func remove() -> [TUIIntent] {
        switch list.selected {
        case .queued(let entry, _):
            dropRow()
            return [.dequeue(entry)]
        case .bookmark(let number, _):
            dropRow()
            return [.removeBookmark(number)]
        case .column(let id):
            let title = columns[id]?.title ?? ""
            input = InputLine(.confirm("Unsubscribe from \(title)?", .unsubscribe))
            return []
        case .episode: return say("Episodes stay. x is for queue, bookmarks and columns.")
        case nil: return []
        }
    }

    private mutating func dropRow() {
        list.rows.remove(at: list.cursor)
        list.move(to: list.cursor)
    }
}
