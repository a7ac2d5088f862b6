import BusKit
import TestSupport

@testable import RemoteControl

/// A desktop that looks at an MPRIS player, and notes all that the player says.
final class MPRISClient: Sendable {
    static let playerInterface = "org.mpris.MediaPlayer2.Player"

    struct Signal: Sendable, Equatable {
        let member: String
        let arguments: [BusValue]
    }

    let signals = Watched<[Signal]>([])
    private let destination: String
    private let service: BusService

    /// Connects, and comes back when its ears are open.
    init(_ bus: PrivateBus, _ destination: String = "org.mpris.MediaPlayer2.column") async throws {
        self.destination = destination
        let signals = signals
        let states = Watched<[BusState]>([])
        let matches = ["PropertiesChanged", "Seeked"].map { member in
            BusMatch(
                rule: "type='signal',path='/org/mpris/MediaPlayer2',member='\(member)'"
            ) { _, arguments in
                signals.update { $0.append(Signal(member: member, arguments: arguments)) }
            }
        }
        service = BusService(
            address: .address(bus.address), matches: matches,
            onState: { state in states.update { $0.append(state) } })
        try await states.wait(for: "the client") { !$0.isEmpty }
        _ = try await service.call(
            BusRequest(
                to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", member: "GetId"))
    }

    func call(
        _ member: String, _ arguments: [BusValue] = [], interface: String = playerInterface
    ) async throws(BusError) {
        try await service.call(
            BusRequest(
                to: destination, path: "/org/mpris/MediaPlayer2", interface: interface,
                member: member, arguments: arguments))
    }

    func get(_ property: String, interface: String = playerInterface) async throws -> BusValue? {
        let answer = try await properties("Get", [.string(interface), .string(property)])
        if case .variant(let value)? = answer.first { return value }
        return nil
    }

    func set(_ property: String, _ value: BusValue) async throws(BusError) {
        _ = try await properties(
            "Set", [.string(Self.playerInterface), .string(property), .variant(value)])
    }

    func all(_ interface: String) async throws -> BusValue? {
        try await properties("GetAll", [.string(interface)]).first
    }

    /// All that was told of changed properties so far, in order.
    var changes: [(String, BusValue)] {
        signals.value.filter { $0.member == "PropertiesChanged" }.flatMap { signal in
            guard case .dictionary(_, _, let entries)? = signal.arguments.dropFirst().first else {
                return [(String, BusValue)]()
            }
            return entries.compactMap { entry in
                guard let key = entry.key.text, case .variant(let value) = entry.value else {
                    return nil
                }
                return (key, value)
            }
        }
    }

    private func properties(
        _ member: String, _ arguments: [BusValue]
    ) async throws(BusError) -> [BusValue] {
        try await service.call(
            BusRequest(
                to: destination, path: "/org/mpris/MediaPlayer2",
                interface: "org.freedesktop.DBus.Properties", member: member,
                arguments: arguments))
    }
}
