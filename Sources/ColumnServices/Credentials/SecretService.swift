import BusKit

/// The Secret Service of the desktop (https://specifications.freedesktop.org/secret-service/).
///
/// Spoken in the plain session: the bus is a socket of the user's own, and whoever could listen on it
/// could ask the service as well. It is never asked to prompt, and has a limited time for all.
struct SecretService: Sendable {
    /// A login that the service keeps.
    struct Item: Sendable, Equatable {
        let path: String
        let login: Login
    }

    private static let name = "org.freedesktop.secrets"
    private static let root = "/org/freedesktop/secrets"
    private static let interface = "org.freedesktop.Secret."

    private let bus: BusService
    private let session: String
    private let library: String
    private let deadline: ContinuousClock.Instant
    /// Whether nothing of ours is locked.
    private(set) var isUnlocked = true

    /// Opens a session; nil where there is no service, or it does not answer in time.
    ///
    /// - Parameters:
    ///   - library: which library's logins are meant.
    ///   - startsIt: whether the bus may start the service.
    ///   - patience: how long all calls together may take.
    static func open(
        _ address: BusAddress, library: String, startsIt: Bool, within patience: Duration
    ) async
        -> SecretService?
    {
        let bus = BusService(address: address)
        let deadline = ContinuousClock.now + patience
        func call(_ request: BusRequest) async -> [BusValue]? { try? await bus.call(request) }
        if !startsIt {
            let answer = await call(
                BusRequest(
                    to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                    interface: "org.freedesktop.DBus", member: "NameHasOwner",
                    arguments: [.string(name)], within: deadline - .now))
            guard answer?.first?.bool == true else { return nil }
        }
        let answer = await call(
            BusRequest(
                to: name, path: root, interface: interface + "Service", member: "OpenSession",
                arguments: [.string("plain"), .variant(.string(""))], within: deadline - .now))
        guard let session = answer?.dropFirst().first?.text else { return nil }
        var service = SecretService(
            bus: bus, session: session, library: library, deadline: deadline)
        await service.unlock()
        return service
    }

    /// Our logins by what they are for; nil where they cannot be had.
    func items() async -> [String: Item]? {
        let attributes = attributes(nil)
        guard
            let found = await call(
                Self.root, "Service", "SearchItems", [attributes]),
            let paths = found.first?.elements
        else { return nil }
        guard !paths.isEmpty else { return [:] }
        guard
            let secrets = await call(
                Self.root, "Service", "GetSecrets",
                [.array(of: "o", paths), .objectPath(session)]),
            case .dictionary(_, _, let entries)? = secrets.first
        else { return nil }
        var items: [String: Item] = [:]
        for entry in entries {
            // (session, parameters, value, content type)
            guard let path = entry.key.text, entry.value.elements.count == 4,
                let parsed = Self.read(entry.value.elements[2])
            else { continue }
            items[parsed.id] = Item(path: path, login: parsed.login)
        }
        return items
    }

    /// Keeps a login in place of the one there was; false where the service refuses.
    func keep(_ login: Login, for id: String) async -> Bool {
        let text = "\(id) \(login.fields)"
        let secret = BusValue.structure([
            .objectPath(session), .array(of: "y", []),
            .array(of: "y", text.utf8.map { .byte($0) }), .string("text/plain"),
        ])
        let properties = BusValue.properties([
            (Self.interface + "Item.Label", .string("column: \(id)")),
            (Self.interface + "Item.Attributes", attributes(id)),
        ])
        let answer = await call(
            Self.root + "/aliases/default", "Collection", "CreateItem",
            [properties, secret, .bool(true)])
        guard let answer, let item = answer.first?.text else { return false }
        await dismiss(answer.dropFirst().first)
        return item != "/"
    }

    /// Deletes a login; false where the service refuses.
    func delete(_ item: Item) async -> Bool {
        guard let answer = await call(item.path, "Item", "Delete", []) else { return false }
        return await !dismiss(answer.first)
    }
}

extension SecretService {
    /// Unlocks what can be unlocked without a question.
    private mutating func unlock() async {
        guard let found = await call(Self.root, "Service", "SearchItems", [attributes(nil)]),
            let locked = found.dropFirst().first?.elements, !locked.isEmpty
        else { return }
        let answer = await call(Self.root, "Service", "Unlock", [.array(of: "o", locked)])
        await dismiss(answer?.dropFirst().first)
        isUnlocked = answer?.first?.elements.count == locked.count
    }

    /// Takes back a question that the service wants to ask; answers whether there was one.
    @discardableResult
    private func dismiss(_ prompt: BusValue?) async -> Bool {
        guard let path = prompt?.text, path != "/" else { return false }
        _ = await call(path, "Prompt", "Dismiss", [])
        return true
    }

    private func call(
        _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue]
    ) async -> [BusValue]? {
        let rest = deadline - .now
        guard rest > .zero else { return nil }
        return try? await bus.call(
            BusRequest(
                to: Self.name, path: path, interface: Self.interface + interface, member: member,
                arguments: arguments, within: rest))
    }

    /// By what our items are found: all of this library, or one.
    private func attributes(_ id: String?) -> BusValue {
        var pairs = [("application", "column"), ("library", library)]
        if let id { pairs.append(("for", id)) }
        return .dictionary(
            keys: "s", values: "s",
            pairs.map { BusValue.Entry(.string($0.0), .string($0.1)) })
    }

    private static func read(_ value: BusValue) -> (id: String, login: Login)? {
        var bytes: [UInt8] = []
        for element in value.elements {
            guard case .byte(let byte) = element else { return nil }
            bytes.append(byte)
        }
        let fields = String(decoding: bytes, as: UTF8.self).split(
            separator: " ", omittingEmptySubsequences: false)
        guard fields.count == 3, let login = Login(fields: fields[1...]) else { return nil }
        return (String(fields[0]), login)
    }
}
