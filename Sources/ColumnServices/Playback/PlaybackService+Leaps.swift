import ColumnModel
import ColumnStore
import EpisodePlayer
import PlaybackRules

/// Leaps within the item: seeks, steps, chapters, and their undoing.
extension PlaybackService {
    /// Goes to a media time.
    public func seek(to time: Duration) async {
        await userActed()
        await leap { (engine) async throws(PlayerError) in try await engine.seek(to: time) }
    }

    /// Goes forward, or back with a negative span.
    public func skip(by span: Duration) async {
        await userActed()
        await leap { (engine) async throws(PlayerError) in try await engine.skip(by: span) }
    }

    /// Goes forward or back as far as is set for the column.
    public func skip(isForward: Bool) async {
        let settings = session?.settings ?? configuration
        await skip(by: isForward ? settings[.playSkipForward] : .zero - settings[.playSkipBack])
    }

    /// Goes to the next chapter; false in the last one, and where there are none.
    @discardableResult
    public func nextChapter() async -> Bool {
        await goToChapter { ChapterRule.next(in: $0, at: $1) }
    }

    /// Goes to the chapter's beginning, or soon after it to the one before; false without any.
    @discardableResult
    public func previousChapter() async -> Bool {
        await goToChapter { ChapterRule.previous(in: $0, at: $1) }
    }

    /// Goes back to where the last leap in this item began; false where there was none.
    @discardableResult
    public func undoSeek() async -> Bool {
        await userActed()
        guard let session else { return false }
        let place: Duration?
        if let id = session.item.episode?.id {
            let taken = try? await library.ask { (store) throws(StoreError) in
                try await store.takeLastLeap(of: id)
            }
            place = taken ?? nil
        } else {
            place = self.session?.leaps.popLast()
        }
        guard let place else { return false }
        _ = try? await engine.seek(to: place)
        self.session?.moved(to: engine.position)
        return true
    }

    private func goToChapter(_ choose: ([Chapter], Duration) -> Duration?) async -> Bool {
        guard let place = choose(session?.chapters ?? [], engine.position) else {
            await userActed()
            return false
        }
        await seek(to: place)
        return true
    }

    private func leap(_ move: (PlayerEngine) async throws(PlayerError) -> Void) async {
        guard let item = session?.item, session?.isLoading == false else { return }
        let origin = engine.position
        do throws(PlayerError) {
            try await move(engine)
        } catch {
            return
        }
        let target = engine.position
        // At once: a position that is told before the landing is no listening.
        session?.moved(to: target)
        if let id = item.episode?.id {
            _ = try? await library.ask { (store) throws(StoreError) in
                try await store.noteLeap(from: origin, to: target, of: id)
            }
        } else {
            session?.leaps.append(origin)
        }
        await noteSign()
    }
}
