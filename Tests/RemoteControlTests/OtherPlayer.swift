import BusKit
import TestSupport

/// Another program's player on a bus: it says what it does, and can be paused.
final class OtherPlayer: Sendable {
    let status: Watched<String>
    let commands = Watched<[String]>([])
    private let service: BusService

    /// Puts it on the bus under a name, and comes back when it is there.
    init(_ bus: PrivateBus, name: String, status first: String = "Stopped") async throws {
        let status = Watched(first)
        let commands = commands
        self.status = status
        let states = Watched<[BusState]>([])
        func method(_ name: String, then new: String) -> BusMethod {
            BusMethod(name) { call in
                commands.update { $0.append(name) }
                status.update { $0 = new }
                call.reply()
            }
        }
        let interface = BusInterface(
            name: "org.mpris.MediaPlayer2.Player",
            methods: [method("Pause", then: "Paused"), method("Play", then: "Playing")],
            properties: [BusProperty("PlaybackStatus", "s", get: { .string(status.value) })])
        service = BusService(
            address: .address(bus.address), names: ["org.mpris.MediaPlayer2.\(name)"],
            objects: [BusObject(path: "/org/mpris/MediaPlayer2", interfaces: [interface])],
            onState: { state in states.update { $0.append(state) } })
        try await states.wait(for: name) { !$0.isEmpty }
    }

    /// Does something by itself, and tells of it.
    func become(_ new: String) {
        status.update { $0 = new }
        service.announce(
            path: "/org/mpris/MediaPlayer2", interface: "org.mpris.MediaPlayer2.Player",
            [("PlaybackStatus", .string(new))])
    }

    /// Leaves the bus without a word, as a program that is killed.
    func leave() {
        service.close()
    }
}
