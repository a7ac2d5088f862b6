import BusKit
@preconcurrency import Glibc
import TestSupport
import Testing

/// Objects, calls and signals between two connections on a bus of their own.
@Suite(.enabled(if: PrivateBus.isInstalled(), "dbus-daemon is not installed"))
struct BusServiceTests {
    private static let name = "org.example.Echo"
    private static let path = "/org/example/Echo"

    /// A service that gives back what it gets, and holds one property.
    private struct Echo {
        let level = Watched(BusValue.int32(7))
        let states = Watched<[BusState]>([])
        let service: BusService

        init(_ address: String, names: [String] = [name]) {
            let level = level
            let states = states
            let interface = BusInterface(
                name: name,
                methods: [
                    BusMethod(
                        "Echo", [BusArgument("value", "v")], results: [BusArgument("back", "v")]
                    ) { $0.reply($0.arguments) },
                    BusMethod("Fail") { $0.fail(.notSupported("Not here.")) },
                    BusMethod("Drop") { _ in },
                    BusMethod("Later", results: [BusArgument("answer", "s")]) { call in
                        Task { call.reply([.string("later")]) }
                    },
                    BusMethod("Wrong", results: [BusArgument("answer", "o")]) { call in
                        call.reply([.objectPath("no path")])
                    },
                ],
                properties: [
                    BusProperty(
                        "Level", "i", get: { level.value },
                        set: { (value) throws(BusFailure) in
                            guard case .int32(let number) = value, number >= 0 else {
                                throw .invalidArguments("Negative.")
                            }
                            level.update { $0 = value }
                        }),
                    BusProperty("Fixed", "s", announcesChanges: false, get: { .string("ü") }),
                ],
                signals: [BusSignal("Happened", [BusArgument("what", "s")])])
            service = BusService(
                address: .address(address), names: names,
                objects: [BusObject(path: path, interfaces: [interface])],
                onState: { state in states.update { $0.append(state) } })
        }

        func waitUntilConnected(times: Int = 1) async throws {
            try await states.wait(for: "the bus") { states in
                states.count { if case .connected = $0 { true } else { false } } >= times
            }
        }
    }

    private static func request(
        _ member: String, _ arguments: [BusValue] = [], interface: String = name
    ) -> BusRequest {
        BusRequest(
            to: name, path: path, interface: interface, member: member, arguments: arguments)
    }

    private static let properties = "org.freedesktop.DBus.Properties"

    @Test func valuesOfEveryTypeComeBackTheSame() async throws {
        let bus = try await PrivateBus()
        let echo = Echo(bus.address)
        try await echo.waitUntilConnected()
        let client = Echo(bus.address, names: [])
        try await client.waitUntilConnected()
        let values: [BusValue] = [
            .byte(255), .bool(true), .bool(false), .int16(.min), .uint16(.max), .int32(.min),
            .uint32(.max), .int64(.min), .uint64(.max), .double(-0.1), .string(""),
            .string("专栏 \u{1F399}"), .objectPath("/a/b"), .signature("a{sv}"), .strings([]),
            .strings(["a", "b"]), .structure([.int32(1), .string("x")]), .properties([]),
            .properties([("k", .strings(["v"])), ("l", .variant(.int32(3)))]),
            .dictionary(keys: "i", values: "s", [.init(.int32(1), .string("one"))]),
            .array(of: "(ib)", [.structure([.int32(1), .bool(true)])]),
            .array(of: "ai", [.array(of: "i", [.int32(1)]), .array(of: "i", [])]),
        ]
        for value in values {
            let back = try await client.service.call(Self.request("Echo", [.variant(value)]))
            #expect(back == [.variant(value)])
        }
    }

    @Test func answersMayComeLaterAndBeErrors() async throws {
        let bus = try await PrivateBus()
        let echo = Echo(bus.address)
        try await echo.waitUntilConnected()
        let client = Echo(bus.address, names: [])
        #expect(try await client.service.call(Self.request("Later")) == [.string("later")])
        let cases = [
            ("Fail", "org.freedesktop.DBus.Error.NotSupported"),
            ("Drop", "org.freedesktop.DBus.Error.Failed"),
            ("Wrong", "org.freedesktop.DBus.Error.Failed"),
            ("Nothing", "org.freedesktop.DBus.Error.UnknownMethod"),
        ]
        for (member, expected) in cases {
            let name = await errorName(client.service, Self.request(member))
            #expect(name == expected, "\(member)")
        }
        #expect(
            await errorName(client.service, Self.request("Echo", [.int32(1)]))
                == "org.freedesktop.DBus.Error.InvalidArgs")
    }

    @Test func propertiesAreReadWrittenAndRefused() async throws {
        let bus = try await PrivateBus()
        let echo = Echo(bus.address)
        try await echo.waitUntilConnected()
        let client = Echo(bus.address, names: []).service
        func get(_ property: String) -> BusRequest {
            Self.request(
                "Get", [.string(Self.name), .string(property)], interface: Self.properties)
        }
        func set(_ property: String, _ value: BusValue) -> BusRequest {
            Self.request(
                "Set", [.string(Self.name), .string(property), .variant(value)],
                interface: Self.properties)
        }
        #expect(try await client.call(get("Level")) == [.variant(.int32(7))])
        #expect(try await client.call(set("Level", .int32(9))) == [])
        #expect(try await client.call(get("Level")) == [.variant(.int32(9))])
        let all = try await client.call(
            Self.request("GetAll", [.string(Self.name)], interface: Self.properties))
        #expect(all.first?["Fixed"] == .string("ü"))
        let prefix = "org.freedesktop.DBus.Error."
        #expect(await errorName(client, set("Level", .int32(-1))) == prefix + "InvalidArgs")
        #expect(await errorName(client, set("Level", .string("x"))) == prefix + "InvalidArgs")
        #expect(await errorName(client, set("Fixed", .string("x"))) == prefix + "PropertyReadOnly")
        #expect(await errorName(client, get("Nothing")) == prefix + "UnknownProperty")
    }

    @Test func signalsAreHeard() async throws {
        let bus = try await PrivateBus()
        let heard = Watched<[[BusValue]]>([])
        let states = Watched<[BusState]>([])
        let listener = BusService(
            address: .address(bus.address),
            matches: [
                BusMatch(rule: "type='signal',interface='\(Self.name)'") { _, arguments in
                    heard.update { $0.append(arguments) }
                }
            ], onState: { state in states.update { $0.append(state) } })
        try await states.wait(for: "the listener") { !$0.isEmpty }
        let echo = Echo(bus.address)
        try await echo.waitUntilConnected()
        // The listener's match may be under way still: a call and its answer come after it.
        _ = try await listener.call(Self.request("Later"))
        echo.service.emit(
            path: Self.path, interface: Self.name, member: "Happened", [.string("now")])
        let signals = try await heard.wait(for: "the signal") { !$0.isEmpty }
        #expect(signals == [[.string("now")]])
    }

    @Test func theSecondInstanceTakesTheSecondName() async throws {
        let bus = try await PrivateBus()
        let first = Echo(bus.address, names: [Self.name, Self.name + ".second"])
        try await first.waitUntilConnected()
        let second = Echo(bus.address, names: [Self.name, Self.name + ".second"])
        try await second.waitUntilConnected()
        #expect(first.service.state == .connected(name: Self.name))
        #expect(second.service.state == .connected(name: Self.name + ".second"))
    }

    @Test func aBusThatComesLaterIsFound() async throws {
        let home = TemporaryHome()
        let echo = Echo("unix:path=\(home.path("bus"))")
        await #expect(throws: BusError.notConnected) {
            try await echo.service.call(Self.request("Later"))
        }
        let bus = try await PrivateBus(in: home)
        try await echo.waitUntilConnected()
        withExtendedLifetime(bus) {}
    }

    @Test func aBusThatDiesIsLeftAndItsSuccessorFound() async throws {
        let home = TemporaryHome()
        let bus = try await PrivateBus(in: home)
        let echo = Echo(bus.address)
        try await echo.waitUntilConnected()
        bus.send(SIGKILL)
        try await echo.states.wait(for: "the loss") { $0.last == .disconnected }
        let next = try await PrivateBus(in: home)
        try await echo.waitUntilConnected(times: 2)
        withExtendedLifetime(next) {}
    }

    @Test func aCallOnABusThatStoppedComesToAnEnd() async throws {
        let bus = try await PrivateBus()
        let echo = Echo(bus.address)
        try await echo.waitUntilConnected()
        let client = Echo(bus.address, names: [])
        try await client.waitUntilConnected()
        bus.send(SIGSTOP)
        await #expect(throws: BusError.self) {
            try await client.service.call(Self.request("Later"))
        }
        bus.send(SIGCONT)
    }

    private func errorName(_ service: BusService, _ request: BusRequest) async -> String? {
        do throws(BusError) {
            _ = try await service.call(request)
            return nil
        } catch {
            if case .failed(let name, _) = error { return name }
            return "\(error)"
        }
    }
}
