import AudioKit
import ColumnModel
import ColumnStore
import EpisodePlayer
import PlaybackRules

/// One item after the other, also over those that cannot be played.
extension PlaybackService {
    /// Plays an item; where that cannot be, says so and goes on with the next.
    func load(_ item: PlaybackItem, from start: Duration? = nil) async {
        do throws(PlaybackFailure) {
            let session = await prepare(item)
            let source = try await sources.open(session.item)
            self.session = session
            let player = session.makePlayerItem(source, from: start)
            await apply(sleep.handle(.episodeChanged, at: .current()))
            await setSound(of: session)
            self.session?.begin(at: player.start)
            do {
                try await engine.load(player, intent: .play)
            } catch {
                return
            }
            await remember(item)
            await lookAtQueue()
            tell { .started($0) }
            await takeChapters(of: session.item)
            await loaded()
        } catch {
            await failed(item, error)
        }
    }

    /// Looks whether the item in hand cannot be played, and goes on then.
    func failed() async {
        guard let item = session?.item, session?.hasFailed == false,
            case .failed(let error) = engine.snapshot.state
        else { return }
        session?.hasFailed = true
        await keepPlace()
        await failed(item, PlaybackFailure(error))
    }

    /// The head of the queue, taken out of it and put after the present item.
    ///
    /// - Parameter byWish: the user wants another, also where the mode would not go on by itself.
    func takeQueued(byWish: Bool = false) async -> PlaybackItem? {
        guard byWish || (order.mode != .once && order.mode != .repeatOne),
            let first = try? await library.queue().first,
            (try? await library.dequeue([first.entry])) == 1
        else { return nil }
        nextID += 1
        let item = PlaybackItem(id: nextID, .episode(first.episode))
        order.insert([item], at: (order.index ?? order.items.count - 1) + 1)
        return order.jump(to: item.id)
    }

    /// Looks whether the queue has something; other processes fill it too.
    func lookAtQueue() async {
        let entries = try? await library.ask { (store) throws(StoreError) in
            try await store.queue()
        }
        queueSeenAt = SleepMoment.current().uptime
        let isFilled = entries?.isEmpty == false
        guard isFilled != hasQueued else { return }
        hasQueued = isFilled
        tell { .changed($0) }
    }

    private func failed(_ item: PlaybackItem, _ failure: PlaybackFailure) async {
        failuresInRow += 1
        send(.failed(item, failure))
        if let next = await following(failure) {
            await load(next)
        } else {
            finish(.failed(item, failure))
        }
    }

    /// What is tried after a failure; nil where that would fail as well, or go round for ever.
    private func following(_ failure: PlaybackFailure) async -> PlaybackItem? {
        if case .output = failure { return nil }
        if let queued = await takeQueued() { return queued }
        guard order.mode != .repeatOne, failuresInRow < order.items.count else { return nil }
        return order.advance()
    }

    private func setSound(of session: PlaybackSession) async {
        let settings = session.settings
        _ = try? await engine.setSpeed(userSpeed ?? settings[.playSpeed])
        _ = try? await engine.perform(.setTrim(settings[.playTrimSilence] ? .medium : nil))
        _ = try? await engine.perform(.setLoudness(settings[.playLoudness]))
    }

    /// Takes the chapters that stand in a local file, where its feed gave none.
    private func takeChapters(of item: PlaybackItem) async {
        guard let episode = item.episode, let path = sources.localPath(of: episode),
            await library.keepChapters(of: episode.id, inFile: path),
            let chapters = try? await library.chapters(of: episode.id), session?.item.id == item.id
        else { return }
        session?.chapters = chapters
        tell { .changed($0) }
    }
}
