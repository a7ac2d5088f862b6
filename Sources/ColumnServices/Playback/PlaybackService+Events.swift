import ColumnModel
import EpisodePlayer
import PlaybackRules

extension PlaybackService {
    /// How long playing may go on without its place being kept.
    private static let savingInterval = Duration.seconds(5)
    /// How long playing may go on without a look at the queue, which others fill.
    private static let queueInterval = Duration.seconds(2)

    func handle(_ event: PlayerEvent) async {
        // An event may be older than the item that is loaded now. Hence the place and the length are
        // taken from the player, and while it changes items they are nobody's.
        let isLoading = session?.isLoading ?? true
        switch event {
        case .position: if !isLoading { await heard(to: engine.position) }
        case .stateChanged(let state, _): await stateChanged(to: state)
        case .seeked:
            guard !isLoading else { return }
            session?.moved(to: engine.position)
            await apply(sleep.handle(.seeked, at: .current()))
            await keepPlace()
            tell { .seeked($0) }
        case .durationChanged: if !isLoading { await durationChanged() }
        case .ended: if !isLoading { await ended() }
        case .notice(.outputFallback(let wanted, let reason, let chosen)):
            send(.outputFallback(wanted: wanted, reason: reason, chosen: chosen))
        case .notice(.mediaChanged): tell { .mediaChanged($0) }
        case .notice(.damaged): if !isLoading { tell { .damaged($0) } }
        case .notice(.learnt(let facts)): if !isLoading { await keep(facts) }
        // What the sleep timer does next is due now, not at the next position.
        case .notice(.rampEnded): if !isLoading { await heard(to: engine.position) }
        case .notice: tell { .changed($0) }
        }
    }

    private func heard(to position: Duration) async {
        failuresInRow = 0
        guard var session else { return }
        let oldChapter = session.chapter(at: session.position)
        let old = session.position
        let effects = session.heard(to: position)
        session.measure(to: position, engine.snapshot)
        self.session = session
        await apply(effects)
        if session.edges.isOver(from: old, to: position, duration: exactDuration) {
            return await leaveOutro()
        }
        if let old = oldChapter, session.chapter(at: position) != old, session.isInside(position) {
            await apply(sleep.handle(.chapterEnded(position: position), at: .current()))
        }
        let left = session.chapterEnd(after: position).map {
            ($0 - position) / engine.snapshot.speed
        }
        await apply(
            sleep.handle(.tick(position: position, toChapterEnd: left), at: .current()))
        if SleepMoment.current().uptime - session.savedAt >= Self.savingInterval {
            await keepPlace()
            await keepSleep()
        }
        await prepareNext(at: position)
        if SleepMoment.current().uptime - queueSeenAt >= Self.queueInterval {
            await lookAtQueue()
        }
        tell { .position($0) }
    }

    private func stateChanged(to state: PlayerState) async {
        let isHeard = state == .playing
        await apply(sleep.handle(isHeard ? .started : .stopped, at: .current()))
        switch state {
        case .paused, .stalled:
            await keepPlace()
            await lookAtQueue()
        case .failed:
            if session?.isLoading == false { await failed() }
            return
        // Told by `.started`.
        case .idle, .loading, .ready: return
        case .playing, .ended: break
        }
        tell { .changed($0) }
    }

    /// Takes up what the player knows of the item that it has just taken.
    func loaded() async {
        session?.isLoading = false
        await durationChanged()
        await failed()
        await ended()
    }

    private var exactDuration: Duration? {
        let snapshot = engine.snapshot
        return snapshot.isDurationEstimated ? nil : snapshot.duration
    }

    /// What is left out at the end counts as heard.
    private func leaveOutro() async {
        guard let session else { return }
        self.session?.leaveOutro()
        if session.item.episode != nil { await apply([PlayedRule.Effect.markPlayed]) }
        await endItem(session.item)
    }

    private func durationChanged() async {
        guard let duration = exactDuration else { return }
        if let item = session?.item { await takeReadAlong(of: item) }
        await apply(session?.lengthChanged(duration) ?? [])
        guard let episode = session?.item.episode else { return }
        // The library counts in milliseconds.
        let isKnown = episode.duration.map { abs(($0 - duration) / .milliseconds(1)) < 1 }
        if isKnown != true { await keepDuration(duration, of: episode.id) }
    }

    private func ended() async {
        guard let item = session?.item, session?.hasEnded == false, engine.snapshot.state == .ended
        else { return }
        await apply(session?.ended(at: engine.position) ?? [])
        await endItem(item)
    }

    /// What follows when an item was heard to its end.
    private func endItem(_ item: PlaybackItem) async {
        failuresInRow = 0
        // What was heard to its end begins anew.
        await keepPlace(at: .zero)
        send(.finished(item))
        hooks.tellHeard(item)
        let effects = sleep.handle(.episodeEnded, at: .current())
        await apply(effects)
        if effects.contains(.stay) {
            _ = try? await engine.pause()
            return finish(.slept)
        }
        if let next = await takeQueued() ?? order.advance() {
            await load(next)
        } else {
            await endKeptSleep()
            finish(.listEnded)
        }
    }

    private func apply(_ effects: [PlayedRule.Effect]) async {
        guard effects.contains(.markPlayed), let item = session?.item,
            let episode = item.episode
        else { return }
        await markPlayed(episode.id)
        send(.played(item))
    }
}
