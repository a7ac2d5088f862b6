import CSystemdBus

/// One message of sd-bus, owned; used on the bus's thread only.
struct BusMessage: ~Copyable {
    let pointer: OpaquePointer

    /// Takes over a reference.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        sd_bus_message_unref(pointer)
    }

    /// Makes a call (`sd_bus_message_new_method_call`).
    static func call(
        on bus: OpaquePointer, to destination: String, path: String, interface: String,
        member: String
    ) throws(BusError) -> BusMessage {
        try make("sd_bus_message_new_method_call") {
            sd_bus_message_new_method_call(bus, $0, destination, path, interface, member)
        }
    }

    /// Makes a signal (`sd_bus_message_new_signal`).
    static func signal(
        on bus: OpaquePointer, path: String, interface: String, member: String
    ) throws(BusError) -> BusMessage {
        try make("sd_bus_message_new_signal") {
            sd_bus_message_new_signal(bus, $0, path, interface, member)
        }
    }

    /// Makes the answer to a call (`sd_bus_message_new_method_return`).
    static func answer(to call: OpaquePointer) throws(BusError) -> BusMessage {
        try make("sd_bus_message_new_method_return") {
            sd_bus_message_new_method_return(call, $0)
        }
    }

    private static func make(
        _ name: String, _ body: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
    ) throws(BusError) -> BusMessage {
        var pointer: OpaquePointer?
        try check(name, body(&pointer))
        guard let pointer else { throw .system(call: name, errno: 0) }
        return BusMessage(owning: pointer)
    }
}

/// Throws for a negative result of sd-bus, which is an errno.
@discardableResult
func check(_ call: String, _ code: Int32) throws(BusError) -> Int32 {
    guard code >= 0 else { throw .system(call: call, errno: -code) }
    return code
}
