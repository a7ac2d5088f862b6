import BusKit
import TestSupport
import Testing

@testable import ColumnServices

@Suite(.enabled(if: PrivateBus.isInstalled()))
struct NotificationTests {
    /// A desktop that takes notifications and gives them numbers.
    private final class Desktop: Sendable {
        let shown = Watched<[[BusValue]]>([])
        private let service: BusService

        init(_ bus: PrivateBus, abilities: [String]) async throws {
            let shown = shown
            let notify = BusMethod(
                "Notify",
                ["s", "u", "s", "s", "s", "as", "a{sv}", "i"].enumerated().map {
                    BusArgument("a\($0.offset)", $0.element)
                }, results: [BusArgument("id", "u")]
            ) { call in
                shown.update { $0.append(call.arguments) }
                call.reply([.uint32(41)])
            }
            let capabilities = BusMethod(
                "GetCapabilities", results: [BusArgument("list", "as")]
            ) { call in call.reply([.strings(abilities)]) }
            let states = Watched<[BusState]>([])
            service = BusService(
                address: .address(bus.address), names: ["org.freedesktop.Notifications"],
                objects: [
                    BusObject(
                        path: "/org/freedesktop/Notifications",
                        interfaces: [
                            BusInterface(
                                name: "org.freedesktop.Notifications",
                                methods: [notify, capabilities])
                        ])
                ], onState: { state in states.update { $0.append(state) } })
            try await states.wait(for: "the desktop") { states in
                states.contains(.connected(name: "org.freedesktop.Notifications"))
            }
        }

        var texts: [String?] { shown.value.map { $0[4].text } }
        var replaced: [BusValue] { shown.value.map { $0[1] } }
    }

    private let home = TemporaryHome()

    private func makeService(_ address: String?) throws -> NotificationService {
        let places = try Places(environment: ["COLUMN_HOME": home.path])
        return NotificationService(
            library: try LibraryService(places: places),
            environment: address.map { ["DBUS_SESSION_BUS_ADDRESS": $0] } ?? [:])
    }

    @Test func oneTakesThePlaceOfTheOther() async throws {
        let bus = try await PrivateBus()
        let desktop = try await Desktop(bus, abilities: ["body", "body-markup"])
        let service = try makeService(bus.address)
        #expect(await service.show(.new, "2 new episodes", lines: ["A <b> & C", "Second"]))
        #expect(await service.show(.new, "1 new episode", lines: []))
        #expect(await service.show(.download, "1 download", lines: []))
        #expect(desktop.texts.first == "A &lt;b&gt; &amp; C\nSecond")
        #expect(desktop.replaced == [.uint32(0), .uint32(41), .uint32(0)])
        // Another desktop's numbers mean other notifications.
        let other = try await PrivateBus()
        let second = try await Desktop(other, abilities: ["body"])
        let elsewhere = try makeService(other.address)
        #expect(await elsewhere.show(.new, "3", lines: ["<plain>"]))
        #expect(second.texts == ["<plain>"])
    }

    @Test func withoutADesktopNothingHappens() async throws {
        let bus = try await PrivateBus()
        for address in [nil, "unix:path=\(home.path("none"))", bus.address] {
            let service = try makeService(address)
            #expect(await !service.show(.new, "1", lines: []), "\(address ?? "none")")
        }
    }
}
