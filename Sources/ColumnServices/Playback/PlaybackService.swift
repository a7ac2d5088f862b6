import ColumnModel
import ColumnStore
import EpisodePlayer
public import PlaybackRules
import Synchronization

/// Plays a list: loads one item after the other, keeps the place in each, and knows what follows.
///
/// The place is kept at pause, seek, end and stop, and every five seconds.
public actor PlaybackService {
    let library: LibraryService
    let places: Places
    let configuration: Configuration
    let options: PlaybackOptions
    let engine: PlayerEngine
    let sources: PlaybackSources
    let hooks: HookService
    private let listeners = PlaybackListeners()

    var order = PlaybackOrder<PlaybackItem>()
    var session: PlaybackSession?
    /// What was opened ahead of its turn.
    var prepared: Prepared?
    var sleep: SleepTimer
    var nextID = 0
    private var userVolume = 1.0
    /// The speed for all items, once the user chose one.
    var userSpeed: Double?
    /// Whether the queue has something that would follow.
    var hasQueued = false
    /// By the clock that nobody sets, when the queue was last looked at.
    var queueSeenAt = Duration.zero
    /// The item that came out of the queue last.
    var queuedItem: PlaybackItem.ID?
    /// How many items could not be played since something was heard.
    var failuresInRow = 0
    /// Counts loads: what another one has overtaken is given up.
    var loadCount = 0
    let loadLock = LoadLock()
    /// Who interrupts, and whether playing goes on afterwards.
    var interruptions = InterruptionRule()
    /// The timer of the night, where one is set.
    var night: NightRule?
    /// Whether the store remembers a sleep timer.
    var hasKeptSleep = false
    /// How often the engine tells its position.
    let engineInterval: Duration
    let artwork: ArtworkService
    /// Looks for what belongs to the item beside its sound.
    var extras: Task<Void, Never>?
    /// The look for pauses in the file that plays.
    var pauses: Task<Void, Never>?
    private var loop: Task<Void, Never>?
    private nonisolated let shown = Mutex(PlaybackView())
    private nonisolated let ending = Mutex(false)

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
        userSpeed = options.speed
        var player = PlayerConfiguration(output: name)
        if options.sleep != nil { player.positionInterval = .milliseconds(200) }
        engineInterval = player.positionInterval
        artwork = ArtworkService(places: places, configuration: configuration)
        night = configuration[.sleepNight].map { NightRule($0) }
        sources = PlaybackSources(
            library: library, places: places, configuration: configuration)
        hooks = HookService(library: library, places: places)
        engine = PlayerEngine(configuration: player)
        sleep = SleepTimer(fade: configuration[.sleepFade])
    }

    deinit {
        loop?.cancel()
        extras?.cancel()
        pauses?.cancel()
    }

    /// The events from now on; each call makes a stream of its own, which ends after `.over`.
    public nonisolated var events: AsyncStream<PlaybackEvent> { listeners.makeStream() }

    /// Whether it is over, or about to be: what is asked of it now comes too late.
    public nonisolated var isOver: Bool { ending.withLock { $0 } }

    /// Notes that it is about to be over, before anybody can see it.
    func beginEnding() { ending.withLock { $0 = true } }

    /// What can be seen now; from any thread.
    public nonisolated var status: PlaybackStatus {
        let shown = shown.withLock { $0 }
        return shown.status(engine.snapshot)
    }

    /// Makes what the actor knows visible to all threads.
    func refresh() {
        let (session, order, sleep, volume) = (session, order, sleep, userVolume)
        let hasQueued = hasQueued
        shown.withLock {
            $0 = PlaybackView(
                session: session, order: order, hasQueued: hasQueued, sleep: sleep, volume: volume)
        }
    }

    // MARK: - Playing

    /// Plays a list from one of its items on: the one entry to all playing.
    ///
    /// - Parameter start: where the first one begins; nil: where it was left.
    public func play(
        _ list: [PlaybackItem.Content], at index: Int, from start: Duration? = nil
    ) async {
        await userActed()
        await keepPlace()
        let items = list.map { content in
            nextID += 1
            return PlaybackItem(id: nextID, content)
        }
        ending.withLock { $0 = false }
        let mode = loop == nil ? options.mode : order.mode
        order = PlaybackOrder(items, at: index, mode: mode)
        if loop == nil {
            let events = engine.events
            loop = Task { [weak self] in
                for await event in events { await self?.handle(event) }
            }
            let kind: SleepKind?
            if let asked = options.sleep { kind = asked } else { kind = await keptSleep() }
            if let kind { await apply(sleep.handle(.arm(kind), at: .current())) }
        }
        guard let item = order.current else { return finish(.listEnded) }
        await load(item, from: start)
        await noteSign()
    }

    /// Pauses, or goes on.
    public func toggle() async {
        await userActed()
        if !wantsToPlay { await nightStarted() }
        _ = try? await engine.perform(.toggle)
    }

    /// Goes on.
    public func resume() async {
        await userActed()
        await nightStarted()
        _ = try? await engine.play()
    }

    /// Pauses.
    public func pause() async {
        await userActed()
        _ = try? await engine.pause()
    }

    /// Plays faster or slower, 0.5…4.
    public func setSpeed(_ speed: Double) async {
        await userActed()
        let speed = min(max(speed, 0.5), 4)
        userSpeed = speed
        _ = try? await engine.setSpeed(speed)
        tell { .changed($0) }
    }

    /// Sets the gain, 0…1.
    public func setVolume(_ volume: Double) async {
        await userActed()
        userVolume = min(max(volume, 0), 1)
        _ = try? await engine.perform(.setVolume(userVolume))
        tell { .changed($0) }
    }

    /// Changes in which order the list plays.
    public func setMode(_ mode: PlaybackMode) {
        order.setMode(mode)
        tell { .changed($0) }
    }

    /// Goes to the next item: of the queue, else of the list.
    ///
    /// False where there is none; then nothing changes.
    @discardableResult
    public func next() async -> Bool {
        await userActed()
        await keepPlace()
        guard let item = await takeQueued(byWish: true) ?? order.next() else { return false }
        await load(item)
        await noteSign()
        return true
    }

    /// Goes to the item's beginning, or soon after it to the item before.
    public func previous() async {
        await userActed()
        await keepPlace()
        switch PreviousRule(position: engine.position, hasPrevious: order.hasPrevious) {
        case .restart: await seek(to: .zero)
        case .goBack: if let item = order.previous() { await load(item) }
        }
        await noteSign()
    }

    /// Keeps the place and puts all away; safe to call at any time, also twice.
    ///
    /// - Parameter keepingSleep: not the listener but the process ends: a sleep timer that runs is
    ///   gone on with by a player that begins soon.
    public func stop(keepingSleep: Bool = false) async {
        await keepPlace()
        if keepingSleep { await keepSleep() } else { await endKeptSleep() }
        extras?.cancel()
        pauses?.cancel()
        // Afterwards the player's position is zero, which a second call would keep.
        session = nil
        _ = try? await engine.stop()
        await sources.close()
        refresh()
        finish(.stopped)
        await hooks.finish()
    }

    // MARK: - Telling

    func send(_ event: PlaybackEvent) {
        listeners.send(event)
    }

    /// Sends an event with what can be seen now.
    func tell(_ event: (PlaybackStatus) -> PlaybackEvent) {
        refresh()
        listeners.send(event(status))
    }

    /// Says that it is over, once.
    func finish(_ ending: PlaybackEnding) {
        beginEnding()
        listeners.finish(.over(ending))
        loop?.cancel()
        loop = nil
    }
}
