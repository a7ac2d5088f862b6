import BusKit
import Synchronization

/// Tells when the machine goes to sleep and wakes, and holds the sleep up until that was heard of.
///
/// Without logind, or without a system bus, nothing is told.
final class SuspendWatch: Sendable {
    private static let destination = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"
    private static let interface = "org.freedesktop.login1.Manager"

    private let bus: BusService
    private let work: Task<Void, Never>

    private enum Signal: Sendable {
        case connected
        case prepares(isStarting: Bool)
    }

    /// Starts to look for the bus; sleep waits until `onSleep` has come back, or logind is tired of it.
    init(address: BusAddress, onSleep: @escaping @Sendable (_ isStarting: Bool) async -> Void) {
        let (stream, inbox) = AsyncStream.makeStream(of: Signal.self)
        let bus = BusService(
            address: address,
            matches: [
                BusMatch(
                    rule: "type='signal',sender='\(Self.destination)',path='\(Self.path)',"
                        + "interface='\(Self.interface)',member='PrepareForSleep'"
                ) { _, arguments in
                    guard let isStarting = arguments.first?.bool else { return }
                    inbox.yield(.prepares(isStarting: isStarting))
                }
            ],
            onState: { if case .connected = $0 { inbox.yield(.connected) } })
        self.bus = bus
        work = Task {
            // Held as long as the object lives: closing the descriptor lets the machine sleep.
            var inhibitor: BusDescriptor?
            for await signal in stream {
                switch signal {
                case .connected: inhibitor = await Self.inhibit(bus)
                case .prepares(isStarting: true):
                    await onSleep(true)
                    inhibitor = nil
                case .prepares(isStarting: false):
                    await onSleep(false)
                    inhibitor = await Self.inhibit(bus)
                }
            }
            withExtendedLifetime(inhibitor) {}
        }
    }

    deinit {
        work.cancel()
        bus.close()
    }

    private static func inhibit(_ bus: BusService) async -> BusDescriptor? {
        let answer = try? await bus.call(
            BusRequest(
                to: destination, path: path, interface: interface, member: "Inhibit",
                arguments: [
                    .string("sleep"), .string("column"), .string("Keeps the place"),
                    .string("delay"),
                ]))
        if case .descriptor(let descriptor)? = answer?.first { return descriptor }
        return nil
    }
}
