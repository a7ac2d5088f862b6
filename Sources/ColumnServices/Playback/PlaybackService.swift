import ColumnModel
import ColumnStore
import EpisodePlayer
public import PlaybackRules

/// Plays a list: loads one item after the other, keeps the place in each, and knows what follows.
///
/// The place is kept at pause, seek, end and stop, and every five seconds.
public actor PlaybackService {
    let library: LibraryService
    let places: Places
    let configuration: Configuration
    let options: PlaybackOptions
    let engine: PlayerEngine
    private let listeners = PlaybackListeners()

    var order = PlaybackOrder<PlaybackItem>()
    var session: PlaybackSession?
    var sleep: SleepTimer
    private var nextID = 0
    private var userVolume = 1.0
    private var loop: Task<Void, Never>?

    /// Makes a player; throws where the output's name means nothing.
    public init(
        library: LibraryService, places: Places, configuration: Configuration,
        options: PlaybackOptions = PlaybackOptions()
    ) throws(ServiceError) {
        let name = options.output ?? configuration[.playOutput]
        guard PlaybackOutputs.isKnown(name) else {
            throw .unusable(setting: "play.output", value: name)
        }
        self.library = library
        self.places = places
        self.configuration = configuration
        self.options = options
        var player = PlayerConfiguration(output: name)
        if options.sleep != nil { player.positionInterval = .milliseconds(200) }
        engine = PlayerEngine(configuration: player)
        sleep = SleepTimer(fade: configuration[.sleepFade])
    }

    deinit {
        loop?.cancel()
    }

    /// The events from now on; each call makes a stream of its own, which ends after `.over`.
    public nonisolated var events: AsyncStream<PlaybackEvent> { listeners.makeStream() }

    /// What can be seen now.
    public var status: PlaybackStatus {
        var status = PlaybackStatus(engine.snapshot)
        status.item = session?.item
        status.columnTitle = session?.column?.title
        status.volume = userVolume
        status.chapter = session?.chapter(at: status.position)
        status.mode = order.mode
        if let kind = sleep.kind {
            status.sleep = PlaybackStatus.Sleep(
                kind: kind, remaining: sleep.remaining(at: .current()),
                countLeft: sleep.countLeft)
        }
        if status.duration == nil { status.duration = session?.item.episode?.duration }
        return status
    }

    // MARK: - Playing

    /// Plays a list from one of its items on: the one entry to all playing.
    public func play(_ list: [PlaybackItem.Content], at index: Int) async {
        let items = list.map { content in
            nextID += 1
            return PlaybackItem(id: nextID, content)
        }
        order = PlaybackOrder(items, at: index, mode: options.mode)
        if loop == nil {
            let events = engine.events
            loop = Task { [weak self] in
                for await event in events { await self?.handle(event) }
            }
        }
        if let kind = options.sleep { await apply(sleep.handle(.arm(kind), at: .current())) }
        guard let item = order.current else { return finish(.listEnded) }
        await load(item, from: options.start)
    }

    /// Pauses, or goes on.
    public func toggle() async {
        await userActed()
        _ = try? await engine.perform(.toggle)
    }

    /// Goes on.
    public func resume() async {
        await userActed()
        _ = try? await engine.play()
    }

    /// Pauses.
    public func pause() async {
        await userActed()
        _ = try? await engine.pause()
    }

    /// Goes to a media time.
    public func seek(to time: Duration) async {
        await userActed()
        _ = try? await engine.seek(to: time)
    }

    /// Goes forward, or back with a negative span.
    public func skip(by span: Duration) async {
        await userActed()
        _ = try? await engine.skip(by: span)
    }

    /// Goes forward or back as far as is set for the column.
    public func skip(isForward: Bool) async {
        let settings = session?.settings ?? configuration
        await skip(by: isForward ? settings[.playSkipForward] : .zero - settings[.playSkipBack])
    }

    /// Plays faster or slower, 0.5…4.
    public func setSpeed(_ speed: Double) async {
        await userActed()
        _ = try? await engine.setSpeed(min(max(speed, 0.5), 4))
        listeners.send(.changed(status))
    }

    /// Sets the gain, 0…1.
    public func setVolume(_ volume: Double) async {
        await userActed()
        userVolume = min(max(volume, 0), 1)
        await setGain()
        listeners.send(.changed(status))
    }

    /// Sets the sleep timer, or ends it with nil.
    public func setSleep(_ kind: SleepKind?) async {
        await apply(sleep.handle(kind.map { .arm($0) } ?? .cancel, at: .current()))
        listeners.send(.changed(status))
    }

    /// Changes in which order the list plays.
    public func setMode(_ mode: PlaybackMode) {
        order.setMode(mode)
        listeners.send(.changed(status))
    }

    /// Goes to the next item: of the queue, else of the list.
    public func next() async {
        await userActed()
        await keepPlace()
        if let item = await takeQueued() ?? order.next() { await load(item) }
    }

    /// Goes to the item's beginning, or soon after it to the item before.
    public func previous() async {
        await userActed()
        await keepPlace()
        switch PreviousRule(position: engine.position, hasPrevious: order.hasPrevious) {
        case .restart: _ = try? await engine.seek(to: .zero)
        case .goBack: if let item = order.previous() { await load(item) }
        }
    }

    /// Keeps the place and puts all away; safe to call at any time, also twice.
    public func stop() async {
        await keepPlace()
        _ = try? await engine.stop()
        finish(.stopped)
    }

    // MARK: - Loading

    func load(_ item: PlaybackItem, from start: Duration? = nil) async {
        do throws(PlaybackFailure) {
            let session = try await prepare(item)
            self.session = session
            let player = try session.makePlayerItem(from: start)
            await apply(sleep.handle(.episodeChanged, at: .current()))
            let speed = options.speed ?? session.settings[.playSpeed]
            _ = try? await engine.setSpeed(speed)
            self.session?.begin(at: player.start)
            do {
                try await engine.load(player, intent: .play)
            } catch {
                return
            }
            await remember(item)
            listeners.send(.started(status))
        } catch {
            finish(.failed(item, error))
        }
    }

    /// The head of the queue, taken out of it and put after the present item.
    func takeQueued() async -> PlaybackItem? {
        guard order.mode != .once, order.mode != .repeatOne,
            let first = try? await library.queue().first,
            (try? await library.dequeue([first.entry])) == 1
        else { return nil }
        nextID += 1
        let item = PlaybackItem(id: nextID, .episode(first.episode))
        order.insert([item], at: (order.index ?? order.items.count - 1) + 1)
        return order.jump(to: item.id)
    }

    func send(_ event: PlaybackEvent) {
        listeners.send(event)
    }

    /// Says that it is over, once.
    func finish(_ ending: PlaybackEnding) {
        listeners.finish(.over(ending))
        loop?.cancel()
        loop = nil
    }

    func setGain() async {
        _ = try? await engine.perform(.setVolume(userVolume * sleep.gain))
    }

    private func userActed() async {
        await apply(sleep.handle(.userAction, at: .current()))
    }
}
