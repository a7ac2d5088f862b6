import BusKit
import ColumnStore
import Synchronization

/// Shows notifications of the desktop (org.freedesktop.Notifications); where there is none, nothing.
///
/// There is one of each kind: a newer one takes the place of the one before.
public struct NotificationService: Sendable {
    /// The kinds, each with a place of its own.
    public enum Kind: String, Sendable {
        /// New episodes.
        case new
        /// Downloads.
        case download
    }

    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    /// A bus that does not answer is not waited for.
    private static let patience = Duration.seconds(2)

    private let library: LibraryService
    private let address: BusAddress?

    /// Makes a service for the desktop that the environment names.
    public init(library: LibraryService, environment: [String: String]) {
        self.library = library
        if let text = environment["DBUS_SESSION_BUS_ADDRESS"], !text.isEmpty {
            address = .address(text)
        } else if let folder = environment["XDG_RUNTIME_DIR"], FilePath.exists(folder + "/bus") {
            address = .address("unix:path=\(folder)/bus")
        } else {
            address = nil
        }
    }

    /// Shows a heading and lines of plain text below it; answers whether a desktop took it.
    @discardableResult
    public func show(_ kind: Kind, _ heading: String, lines: [String]) async -> Bool {
        guard let address else { return false }
        let (states, continuation) = AsyncStream.makeStream(of: BusState.self)
        let bus = BusService(address: address, onState: { continuation.yield($0) })
        let answer = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                guard case .connected? = await states.first(where: { _ in true }) else {
                    return false
                }
                return (try? await send(kind, heading, lines, bus)) ?? false
            }
            group.addTask {
                try? await Task.sleep(for: Self.patience)
                // Ends what waits for an answer.
                bus.close()
                continuation.finish()
                return false
            }
            let answer = await group.next() ?? false
            group.cancelAll()
            return answer
        }
        bus.close()
        await bus.waitUntilClosed(upTo: .milliseconds(500))
        return answer
    }

    private func send(
        _ kind: Kind, _ heading: String, _ lines: [String], _ bus: BusService
    ) async throws -> Bool {
        let key = "notification.\(kind.rawValue)"
        let abilities = try await call("GetCapabilities", [], bus)
        let hasMarkup = abilities.first?.elements.contains { $0.text == "body-markup" } ?? false
        let owner = try await bus.call(
            BusRequest(
                to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", member: "GetNameOwner",
                arguments: [.string(Self.name)])
        ).first?.text
        // A number counts for the desktop that gave it only: another's would be somebody else's.
        let kept = try await library.ask { (store) throws(StoreError) in try await store.state(key)
        }
        let parts = kept?.split(separator: " ") ?? []
        let replaced =
            parts.count == 2 && parts[1] == (owner ?? "") ? UInt32(parts[0]) ?? 0 : 0
        let body = lines.map { hasMarkup ? Self.escaped($0) : $0 }.joined(separator: "\n")
        let answer = try await call(
            "Notify",
            [
                .string("column"), .uint32(replaced), .string(""), .string(heading),
                .string(body), .strings([]),
                .properties([("desktop-entry", .string("column")), ("urgency", .byte(0))]),
                .int32(-1),
            ], bus)
        if case .uint32(let number)? = answer.first, let owner {
            try? await library.ask { (store) throws(StoreError) in
                try await store.setState(key, to: "\(number) \(owner)")
            }
        }
        return true
    }

    private func call(_ member: String, _ arguments: [BusValue], _ bus: BusService)
        async throws(BusError) -> [BusValue]
    {
        try await bus.call(
            BusRequest(
                to: Self.name, path: Self.path, interface: Self.name, member: member,
                arguments: arguments))
    }

    /// Text as the markup of notifications has it.
    static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: String(character)
            }
        }.joined()
    }
}
