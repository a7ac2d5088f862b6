import BusKit
import Synchronization
import TestSupport

/// A Secret Service on a bus of the test's own: one collection, which may be locked, or say nothing.
final class FakeSecretService: Sendable {
    struct Item {
        var attributes: [String: String]
        var secret: [UInt8]
    }

    private struct State {
        var items: [Int: Item] = [:]
        var isLocked = false
        var isMute = false
        var damagesSecrets = false
        var prompts = 0
    }

    private static let root = "/org/freedesktop/secrets"
    private static let prefix = "org.freedesktop.Secret."
    private static let capacity = 12

    private let state = Mutex(State())
    private let service = Mutex<BusService?>(nil)

    /// Takes the service's name on a bus, and waits until it has it.
    init(on bus: PrivateBus) async throws {
        let states = Watched(false)
        let service = BusService(
            address: .address(bus.address), names: ["org.freedesktop.secrets"], objects: objects,
            onState: { state in
                if case .connected = state { states.update { $0 = true } }
            })
        self.service.withLock { $0 = service }
        try await states.wait(for: "the service") { $0 }
    }

    /// What it keeps, by what it is for: the secrets as text.
    var secrets: [String: String] {
        state.withLock { state in
            Dictionary(
                state.items.values.map {
                    ($0.attributes["for"] ?? "?", String(decoding: $0.secret, as: UTF8.self))
                }
            ) { first, _ in first }
        }
    }

    /// How often somebody wanted it to ask the user.
    var promptCount: Int { state.withLock { $0.prompts } }

    func setLocked(_ isLocked: Bool) { state.withLock { $0.isLocked = isLocked } }

    func setMute(_ isMute: Bool) { state.withLock { $0.isMute = isMute } }

    /// Gives back other secrets than it was given.
    func setDamaging(_ isDamaging: Bool) { state.withLock { $0.damagesSecrets = isDamaging } }

    func removeAll() { state.withLock { $0.items = [:] } }

    // MARK: - The bus's side

    private var objects: [BusObject] {
        var objects = [
            BusObject(path: Self.root, interfaces: [serviceInterface]),
            BusObject(path: Self.root + "/aliases/default", interfaces: [collection]),
            BusObject(path: Self.root + "/prompt/1", interfaces: [prompt]),
        ]
        for number in 0..<Self.capacity {
            objects.append(BusObject(path: Self.path(number), interfaces: [item(number)]))
        }
        return objects
    }

    private func method(
        _ name: String, _ arguments: String..., results: String...,
        body: @escaping @Sendable (FakeSecretService, [BusValue]) -> [BusValue]?
    ) -> BusMethod {
        BusMethod(
            name, arguments.enumerated().map { BusArgument("a\($0.offset)", $0.element) },
            results: results.enumerated().map { BusArgument("r\($0.offset)", $0.element) }
        ) { [weak self] call in
            guard let self, !self.state.withLock({ $0.isMute }) else {
                self?.keep(call)
                return
            }
            if let answer = body(self, call.arguments) {
                call.reply(answer)
            } else {
                call.fail(
                    BusFailure(name: Self.prefix + "Error.IsLocked", message: "It is locked."))
            }
        }
    }

    private let unanswered = Mutex<[BusCall]>([])
    private func keep(_ call: BusCall) { unanswered.withLock { $0.append(call) } }

    private var serviceInterface: BusInterface {
        BusInterface(
            name: Self.prefix + "Service",
            methods: [
                method("OpenSession", "s", "v", results: "v", "o") { _, _ in
                    [.variant(.string("")), .objectPath(Self.root + "/session/1")]
                },
                method("SearchItems", "a{ss}", results: "ao", "ao") { fake, arguments in
                    let paths = fake.find(arguments[0]).map { BusValue.objectPath(Self.path($0)) }
                    let (all, none) = (
                        BusValue.array(of: "o", paths), BusValue.array(of: "o", [])
                    )
                    return fake.state.withLock { $0.isLocked } ? [none, all] : [all, none]
                },
                method("Unlock", "ao", results: "ao", "o") { _, _ in
                    [.array(of: "o", []), .objectPath(Self.root + "/prompt/1")]
                },
                method("GetSecrets", "ao", "o", results: "a{o(oayays)}") { fake, arguments in
                    let entries = arguments[0].elements.compactMap { path -> BusValue.Entry? in
                        guard let text = path.text, let secret = fake.secret(at: text) else {
                            return nil
                        }
                        return BusValue.Entry(
                            path,
                            .structure([
                                arguments[1], .array(of: "y", []),
                                .array(of: "y", secret.map { .byte($0) }), .string("text/plain"),
                            ]))
                    }
                    return [.dictionary(keys: "o", values: "(oayays)", entries)]
                },
            ])
    }

    private var collection: BusInterface {
        BusInterface(
            name: Self.prefix + "Collection",
            methods: [
                method("CreateItem", "a{sv}", "(oayays)", "b", results: "o", "o") {
                    fake, arguments in
                    fake.create(arguments)
                }
            ])
    }

    private var prompt: BusInterface {
        BusInterface(
            name: Self.prefix + "Prompt",
            methods: [
                method("Prompt", "s") { fake, _ in
                    fake.state.withLock { $0.prompts += 1 }
                    return []
                },
                method("Dismiss") { _, _ in [] },
            ])
    }

    private func item(_ number: Int) -> BusInterface {
        BusInterface(
            name: Self.prefix + "Item",
            methods: [
                method("Delete", results: "o") { fake, _ in
                    fake.state.withLock { state in
                        if state.isLocked { return nil }
                        state.items[number] = nil
                        return [.objectPath("/")]
                    }
                }
            ])
    }

    private func create(_ arguments: [BusValue]) -> [BusValue]? {
        let attributes = Self.attributes(arguments[0][Self.prefix + "Item.Attributes"])
        var secret: [UInt8] = []
        for element in arguments[1].elements[2].elements {
            if case .byte(let byte) = element { secret.append(byte) }
        }
        return state.withLock { state in
            guard !state.isLocked else { return nil }
            let place =
                state.items.first { $0.value.attributes == attributes }?.key
                ?? (0..<Self.capacity).first { state.items[$0] == nil } ?? 0
            state.items[place] = Item(
                attributes: attributes, secret: state.damagesSecrets ? [0x78] : secret)
            return [.objectPath(Self.path(place)), .objectPath("/")]
        }
    }

    private func find(_ wanted: BusValue) -> [Int] {
        let wanted = Self.attributes(wanted)
        return state.withLock { state in
            state.items.filter { item in
                wanted.allSatisfy { item.value.attributes[$0.key] == $0.value }
            }.keys.sorted()
        }
    }

    private func secret(at path: String) -> [UInt8]? {
        state.withLock { state in
            state.isLocked
                ? nil : state.items.first { Self.path($0.key) == path }?.value.secret
        }
    }

    private static func path(_ number: Int) -> String { "\(root)/collection/login/\(number)" }

    private static func attributes(_ value: BusValue?) -> [String: String] {
        guard case .dictionary(_, _, let entries)? = value else { return [:] }
        return Dictionary(
            entries.map { ($0.key.text ?? "", $0.value.text ?? "") }
        ) { _, last in last }
    }
}
