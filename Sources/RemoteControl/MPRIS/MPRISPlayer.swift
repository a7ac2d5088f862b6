public import BusKit
import Diagnostics

/// The player on the session bus by MPRIS 2.2, so that desktops, media keys and `playerctl` steer it.
///
/// Without a bus, or with one that is slow or dies, nothing changes for playing.
/// "Stop" keeps the listener's place, other than the specification says: for episodes of an hour,
/// beginning again at 0 would be a loss.
public final class MPRISPlayer: Sendable {
    static let path = "/org/mpris/MediaPlayer2"
    static let playerInterface = "org.mpris.MediaPlayer2.Player"

    private let bus: BusService
    private let commands: Task<Void, Never>
    private let announcements: Task<Void, Never>
    private let inbox: AsyncStream<MPRISCommand>.Continuation

    /// Starts to look for the bus; what is asked there goes to the player.
    ///
    /// The second instance of a name is named by its process.
    public init(
        control: any PlaybackControl, address: BusAddress = .session, name: String = "column",
        processID: Int32, onState: @escaping @Sendable (BusState) -> Void = { _ in }
    ) {
        let model = MPRISModel(control: control)
        let (stream, inbox) = AsyncStream.makeStream(of: MPRISCommand.self)
        let interfaces = [
            MPRISInterfaces.root(send: { inbox.yield($0) }),
            MPRISInterfaces.player(model: model, send: { inbox.yield($0) }),
        ]
        let wellKnown = "org.mpris.MediaPlayer2.\(name)"
        let bus = BusService(
            address: address, names: [wellKnown, "\(wellKnown).instance\(processID)"],
            objects: [BusObject(path: Self.path, interfaces: interfaces)],
            onState: { state in
                Log.write(.info, .player, "MPRIS: \(state)")
                onState(state)
            })
        self.bus = bus
        let changes = control.changes()
        announcements = Task {
            for await change in changes { Self.announce(change, model, bus) }
        }
        commands = Task {
            for await command in stream { await command.run(with: model) }
        }
        self.inbox = inbox
    }

    deinit {
        announcements.cancel()
        inbox.finish()
        bus.close()
    }

    /// Whether others can see the player, and under which name.
    public var state: BusState { bus.state }

    /// Answers what is under way and leaves the bus, in a second at most.
    public func close() async {
        announcements.cancel()
        inbox.finish()
        await commands.value
        bus.close()
        await bus.waitUntilClosed(upTo: .seconds(1))
    }

    /// Tells of what is new: all of it in one signal, and nothing that was told before.
    private static func announce(
        _ change: PlaybackChange, _ model: MPRISModel, _ bus: BusService
    ) {
        let values = model.takeChanges()
        if !values.isEmpty { bus.announce(path: path, interface: playerInterface, values) }
        if case .seeked(let position) = change {
            bus.emit(
                path: path, interface: playerInterface, member: "Seeked",
                [.int64(MPRISModel.microseconds(max(position, .zero)))])
        }
    }
}
