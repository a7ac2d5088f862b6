import AudioKit
import ColumnModel
import ColumnStore
import EpisodePlayer
import PlaybackRules

/// One item after the other, also over those that cannot be played.
extension PlaybackService {
    /// Plays an item; where that cannot be, says so and goes on with the next.
    func load(_ item: PlaybackItem, from start: Duration? = nil) async {
        loadCount += 1
        let count = loadCount
        // One at a time: the end of an item and a command of the user may both want another.
        await loadLock.take()
        var failure: PlaybackFailure?
        var isLoaded = false
        if count == loadCount {
            do throws(PlaybackFailure) {
                isLoaded = try await put(item, from: start)
            } catch {
                failure = error
            }
        }
        await loadLock.release()
        if let failure { return await failed(item, failure) }
        guard isLoaded, count == loadCount, let session else { return }
        await nightStarted()
        await remember(item)
        await lookAtQueue()
        tell { .started($0) }
        takeExtras(of: session.item)
        await loaded()
    }

    /// Puts an item into the engine; false where the engine takes nothing any more.
    private func put(
        _ item: PlaybackItem, from start: Duration?
    ) async throws(PlaybackFailure) -> Bool {
        let session = await prepare(item)
        let player: PlayerItem
        if start == nil, let ahead = await takePrepared(for: item) {
            player = ahead
        } else {
            let source = try await sources.open(session.item)
            let facts = await facts(of: session.item, source)
            player = session.makePlayerItem(source, from: start, facts: facts)
        }
        self.session = session
        await apply(sleep.handle(.episodeChanged, at: .current()))
        await setSound(of: session)
        self.session?.begin(at: player.start)
        return (try? await engine.load(player, intent: .play)) != nil
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
    /// - Parameters:
    ///   - byWish: the user wants another, also where the mode would not go on by itself.
    ///   - onlyLocal: the first one that needs no network; what stands before it stays.
    func takeQueued(byWish: Bool = false, onlyLocal: Bool = false) async -> PlaybackItem? {
        guard byWish || (order.mode != .once && order.mode != .repeatOne),
            let first = try? await library.queue().first(where: {
                !onlyLocal || sources.localPath(of: $0.episode) != nil
            }),
            (try? await library.dequeuePlayed([first.entry])) == 1
        else { return nil }
        nextID += 1
        let item = PlaybackItem(id: nextID, .episode(first.episode))
        queuedItem = item.id
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
        if failure.isOfEveryStream, queuedItem == item.id, let id = item.episode?.id {
            // It is as good as before, and keeps its turn for when there is a network again.
            try? await library.enqueue([id], atFront: true)
        }
        if let next = await following(failure) {
            await load(next)
        } else {
            finish(.failed(item, failure))
        }
    }

    /// What is tried after a failure; nil where that would fail as well, or go round for ever.
    private func following(_ failure: PlaybackFailure) async -> PlaybackItem? {
        if case .output = failure { return nil }
        let onlyLocal = failure.isOfEveryStream
        if let queued = await takeQueued(onlyLocal: onlyLocal) { return queued }
        guard order.mode != .repeatOne, failuresInRow < order.items.count else { return nil }
        for _ in order.items {
            guard let next = order.advance() else { return nil }
            guard onlyLocal, let episode = next.episode, sources.localPath(of: episode) == nil
            else { return next }
        }
        return nil
    }

    private func setSound(of session: PlaybackSession) async {
        let settings = session.settings
        _ = try? await engine.setSpeed(userSpeed ?? settings[.playSpeed])
        _ = try? await engine.perform(.setTrim(settings[.playTrimSilence] ? .medium : nil))
        _ = try? await engine.perform(.setLoudness(settings[.playLoudness]))
    }
}

extension PlaybackFailure {
    /// Whether other streams would fail likewise, so that only files on the disk are worth a try.
    fileprivate var isOfEveryStream: Bool {
        guard case .source(let code, _) = self else { return false }
        switch FailureCode(rawValue: code) {
        case .timeout, .dns, .refused, .diskFull: return true
        default: return false
        }
    }
}
