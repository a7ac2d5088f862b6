import BusKit
import Synchronization

/// The other players on the session bus, as far as they follow MPRIS.
final class OtherPlayers: Sendable {
    private static let prefix = "org.mpris.MediaPlayer2."
    private static let path = "/org/mpris/MediaPlayer2"
    /// It speaks for whichever player was used last, which may be us.
    private static let proxies: Set<String> = [prefix + "playerctld"]

    /// What one of them did.
    enum Event: Sendable, Equatable {
        case started(owner: String)
        case stopped(owner: String)
    }

    private struct State {
        /// The players by the unique names of their connections.
        var names: [String: String] = [:]
        var playing: Set<String> = []
    }

    private let processID: Int32
    private let state: Mutex<State>
    private let onEvent: (@Sendable (Event) -> Void)?
    private let bus: BusService
    private let listening = Mutex<Task<Void, Never>?>(nil)

    private enum Signal: Sendable {
        case connected
        case status(owner: String, isPlaying: Bool)
        case gone(owner: String)
    }

    /// Starts to look for the bus.
    ///
    /// - Parameter onEvent: told of players that start and stop from now on; those that play already
    ///   have not started. Nil spares the listening.
    init(
        address: BusAddress, processID: Int32, onEvent: (@Sendable (Event) -> Void)? = nil
    ) {
        self.processID = processID
        self.onEvent = onEvent
        state = Mutex(State())
        let (stream, inbox) = AsyncStream.makeStream(of: Signal.self)
        let matches = onEvent == nil ? [] : Self.matches(inbox)
        bus = BusService(
            address: address, matches: matches,
            onState: { if case .connected = $0 { inbox.yield(.connected) } })
        let task = Task { [weak self] in
            for await signal in stream { await self?.take(signal) }
        }
        listening.withLock { $0 = task }
    }

    deinit {
        listening.withLock { $0 }?.cancel()
        bus.close()
    }

    /// Pauses those that play.
    func pauseAll() async {
        for (_, name) in await find() where await isPlaying(name) {
            _ = try? await bus.call(
                BusRequest(
                    to: name, path: Self.path, interface: MPRISPlayer.playerInterface,
                    member: "Pause"))
        }
    }

    // MARK: - Listening

    private static func matches(_ inbox: AsyncStream<Signal>.Continuation) -> [BusMatch] {
        [
            BusMatch(
                rule: "type='signal',path='\(path)',member='PropertiesChanged',"
                    + "arg0='\(MPRISPlayer.playerInterface)'"
            ) { sender, arguments in
                guard arguments.count > 1, let status = arguments[1]["PlaybackStatus"]?.text else {
                    return
                }
                inbox.yield(.status(owner: sender, isPlaying: status == "Playing"))
            },
            BusMatch(
                rule: "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
                    + "arg0namespace='org.mpris.MediaPlayer2'"
            ) { _, arguments in
                guard arguments.count > 2, let owner = arguments[1].text, !owner.isEmpty,
                    arguments[2].text?.isEmpty == true
                else { return }
                inbox.yield(.gone(owner: owner))
            },
        ]
    }

    private func take(_ signal: Signal) async {
        switch signal {
        case .connected:
            guard onEvent != nil else { return }
            let found = await find()
            var playing: Set<String> = []
            for (owner, name) in found where await isPlaying(name) { playing.insert(owner) }
            let known = playing
            state.withLock {
                $0.names = found
                $0.playing = known
            }
        case .status(let owner, let isPlaying):
            if state.withLock({ $0.names[owner] }) == nil {
                let found = await find()
                state.withLock { $0.names = found }
                guard found[owner] != nil else { return }
            }
            set(owner, isPlaying: isPlaying)
        case .gone(let owner):
            state.withLock { $0.names[owner] = nil }
            set(owner, isPlaying: false)
        }
    }

    private func set(_ owner: String, isPlaying: Bool) {
        let isNew = state.withLock { state in
            isPlaying
                ? state.playing.insert(owner).inserted : state.playing.remove(owner) != nil
        }
        if isNew { onEvent?(isPlaying ? .started(owner: owner) : .stopped(owner: owner)) }
    }

    // MARK: - Asking

    /// All players but ourselves, by the unique names of their connections.
    private func find() async -> [String: String] {
        let names = await ask("ListNames").first?.elements.compactMap(\.text) ?? []
        var found: [String: String] = [:]
        for name in names where name.hasPrefix(Self.prefix) && !Self.proxies.contains(name) {
            guard let owner = await ask("GetNameOwner", name).first?.text,
                case .uint32(let process)? = await ask("GetConnectionUnixProcessID", name).first,
                process != UInt32(bitPattern: processID)
            else { continue }
            found[owner] = name
        }
        return found
    }

    private func isPlaying(_ name: String) async -> Bool {
        let answer = try? await bus.call(
            BusRequest(
                to: name, path: Self.path, interface: "org.freedesktop.DBus.Properties",
                member: "Get",
                arguments: [.string(MPRISPlayer.playerInterface), .string("PlaybackStatus")]))
        return answer?.first?.text == "Playing"
    }

    private func ask(_ member: String, _ argument: String? = nil) async -> [BusValue] {
        let answer = try? await bus.call(
            BusRequest(
                to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", member: member,
                arguments: argument.map { [.string($0)] } ?? []))
        return answer ?? []
    }
}
