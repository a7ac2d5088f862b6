import BusKit
@preconcurrency import Glibc
import TestSupport
import Testing

/// File descriptors over a bus: the receiver has one of its own.
@Suite(.enabled(if: PrivateBus.isInstalled(), "dbus-daemon is not installed"))
struct DescriptorTests {
    @Test func aPipeIsClosedWhenItsReceiverLetsItGo() async throws {
        let bus = try await PrivateBus()
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let reader = BusDescriptor(owning: ends[0])
        let writer = Watched<BusDescriptor?>(BusDescriptor(owning: ends[1]))
        let states = Watched<[BusState]>([])
        let service = BusService(
            address: .address(bus.address), names: ["org.example.Give"],
            objects: [
                BusObject(
                    path: "/x",
                    interfaces: [
                        BusInterface(
                            name: "org.example.Give",
                            methods: [
                                BusMethod("Give", results: [BusArgument("pipe", "h")]) { call in
                                    if let end = writer.value { call.reply([.descriptor(end)]) }
                                }
                            ])
                    ])
            ], onState: { state in states.update { $0.append(state) } })
        try await states.wait(for: "the bus") { !$0.isEmpty }
        var answer = try await service.call(
            BusRequest(
                to: "org.example.Give", path: "/x", interface: "org.example.Give", member: "Give"))
        guard case .descriptor(let got)? = answer.first else {
            Issue.record("\(answer)")
            return
        }
        #expect(got.rawValue >= 0 && got.rawValue != ends[1])
        #expect(write(got.rawValue, "x", 1) == 1)
        var byte: UInt8 = 0
        #expect(read(reader.rawValue, &byte, 1) == 1)
        answer = []
        withExtendedLifetime(got) {}
    }
}
