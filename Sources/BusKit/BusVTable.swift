import CSystemdBus

/// An interface in sd-bus's form, with all memory that it points to.
///
/// sd-bus keeps the pointers as long as the object's slot lives; the connection owns both and lets
/// the slot go first. Used on the bus's thread only.
final class BusVTable {
    let interface: BusInterface
    private(set) var entries: UnsafeMutableBufferPointer<sd_bus_vtable>
    private var strings: [UnsafeMutablePointer<CChar>] = []
    private let methods: [String: BusMethod]
    private let properties: [String: BusProperty]
    /// Takes an answer that comes later, or from another thread.
    let post: @Sendable (BusReply) -> Void

    init(_ interface: BusInterface, post: @escaping @Sendable (BusReply) -> Void) {
        self.interface = interface
        self.post = post
        methods = Dictionary(interface.methods.map { ($0.name, $0) }) { first, _ in first }
        properties = Dictionary(interface.properties.map { ($0.name, $0) }) { first, _ in first }
        let count = interface.methods.count + interface.properties.count + interface.signals.count
        entries = .allocate(capacity: count + 2)
        var list = [column_bus_start()]
        for method in interface.methods {
            list.append(
                column_bus_method(
                    string(method.name), string(method.arguments.map(\.type).joined()),
                    string(method.results.map(\.type).joined()),
                    names(method.arguments + method.results), handleMethod))
        }
        for property in interface.properties {
            list.append(
                column_bus_property(
                    string(property.name), string(property.type), getProperty,
                    property.write == nil ? nil : setProperty, property.announcesChanges ? 1 : 0))
        }
        for signal in interface.signals {
            list.append(
                column_bus_signal(
                    string(signal.name), string(signal.arguments.map(\.type).joined()),
                    names(signal.arguments)))
        }
        list.append(column_bus_end())
        _ = entries.initialize(from: list)
    }

    deinit {
        entries.deallocate()
        for string in strings { string.deallocate() }
    }

    func method(_ name: String) -> BusMethod? { methods[name] }

    func property(_ name: String) -> BusProperty? { properties[name] }

    private func string(_ text: String) -> UnsafePointer<CChar> { keep(Array(text.utf8CString)) }

    /// All names, each with its zero byte, and one more at the end.
    private func names(_ arguments: [BusArgument]) -> UnsafePointer<CChar> {
        keep(arguments.flatMap { Array($0.name.utf8CString) } + [0])
    }

    private func keep(_ bytes: [CChar]) -> UnsafePointer<CChar> {
        let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        memory.initialize(from: bytes, count: bytes.count)
        strings.append(memory)
        return UnsafePointer(memory)
    }
}

// MARK: - Callbacks

private func table(_ context: UnsafeMutableRawPointer?) -> BusVTable? {
    context.map { Unmanaged<BusVTable>.fromOpaque($0).takeUnretainedValue() }
}

private func report(
    _ failure: BusFailure, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    sd_bus_error_set(error, failure.name, failure.message)
}

private func handleMethod(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message, let table = table(context), let name = sd_bus_message_get_member(message),
        let method = table.method(String(cString: name)),
        let arguments = try? BusCoding.values(of: message)
    else { return report(.failed("The call could not be read."), error) }
    let reply = BusReply(to: message)
    let post = table.post
    method.handler(
        BusCall(arguments: arguments) { result in
            reply.setResult(result)
            post(reply)
        })
    return 1
}

private func getProperty(
    _: OpaquePointer?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?,
    _ name: UnsafePointer<CChar>?, _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message, let name, let property = table(context)?.property(String(cString: name))
    else { return report(.failed("There is no such property."), error) }
    do throws(BusError) {
        try BusCoding.append(property.value, to: message)
        return 1
    } catch {
        return report(.failed("The value could not be written."), nil)
    }
}

private func setProperty(
    _: OpaquePointer?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?,
    _ name: UnsafePointer<CChar>?, _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message, let name, let write = table(context)?.property(String(cString: name))?.write,
        let value = try? BusCoding.next(of: message)
    else { return report(.failed("The value could not be read."), error) }
    do throws(BusFailure) {
        try write(value)
        return 1
    } catch let failure {
        return report(failure, error)
    }
}
