import CSystemdBus
@preconcurrency import Glibc

/// One connection of sd-bus with our objects on it; used on the bus's thread only.
final class BusConnection {
    /// No answer that we want takes longer.
    private static let patience: UInt64 = 10_000_000
    /// How long a bus may take to let us in.
    ///
    /// sd-bus itself waits for 90 s, and no call ends before.
    private static let handshakePatience = Duration.seconds(3)

    /// The name that was taken; nil when none was wanted.
    private(set) var name: String?
    private let bus: OpaquePointer
    private var isReleased = false
    private var tables: [BusVTable] = []
    private var slots: [OpaquePointer] = []
    private var matches: [BusMatchContext] = []
    private var calls: [ObjectIdentifier: PendingCall] = [:]

    /// Connects and puts the objects on the bus before the name, so that whoever sees the name
    /// finds all that belongs to it.
    init(
        address: BusAddress, names: [String], objects: [BusObject], matches: [BusMatch],
        mailbox: BusMailbox
    ) throws(BusError) {
        bus = try Self.open(address)
        do throws(BusError) {
            try shakeHands()
            sd_bus_set_method_call_timeout(bus, Self.patience)
            for object in objects { try add(object, mailbox) }
            for match in matches { try add(match) }
            name = try takeName(of: names)
        } catch {
            release()
            throw error
        }
    }

    deinit {
        release()
        for call in calls.values { call.finish(.failure(.lost)) }
    }

    /// Lets the bus go, once: also called when the initialiser throws, after which deinit runs or not.
    private func release() {
        guard !isReleased else { return }
        isReleased = true
        // A call that is not answered yet keeps the bus alive, and without this the bus would go
        // through tables that are gone.
        for slot in slots { sd_bus_slot_unref(slot) }
        slots.removeAll()
        // To flush would be to wait for the handshake, for 90 s.
        if sd_bus_is_ready(bus) > 0 {
            sd_bus_flush_close_unref(bus)
        } else {
            sd_bus_close_unref(bus)
        }
    }

    // MARK: - Serving

    /// Does all that is there to do; throws when the connection is lost (`sd_bus_process`).
    func process() throws(BusError) {
        while try check("sd_bus_process", sd_bus_process(bus, nil)) > 0 {}
    }

    /// Waits for the bus, the mailbox, or a time-out of sd-bus.
    func wait(with mailbox: BusMailbox) {
        var watched = [
            watchedBus, pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        poll(&watched, 2, timeout)
    }

    func emit(path: String, interface: String, member: String, _ arguments: [BusValue]) {
        do throws(BusError) {
            let message = try BusMessage.signal(
                on: bus, path: path, interface: interface, member: member)
            try BusCoding.append(arguments, to: message.pointer)
            try check("sd_bus_send", sd_bus_send(bus, message.pointer, nil))
        } catch {
            // Only a value that D-Bus cannot hold comes here; the receivers can live without it.
        }
    }

    /// Begins a call (`sd_bus_call_async`).
    func begin(_ call: PendingCall) {
        let request = call.request
        do throws(BusError) {
            let message = try BusMessage.call(
                on: bus, to: request.destination, path: request.path,
                interface: request.interface, member: request.member)
            try BusCoding.append(request.arguments, to: message.pointer)
            calls = calls.filter { !$0.value.isFinished }
            calls[ObjectIdentifier(call)] = call
            try check(
                "sd_bus_call_async",
                sd_bus_call_async(
                    bus, nil, message.pointer, handleAnswer,
                    Unmanaged.passUnretained(call).toOpaque(),
                    UInt64(max(1, request.limit / .microseconds(1)))))
        } catch {
            calls[ObjectIdentifier(call)] = nil
            call.finish(.failure(error))
        }
    }

    /// What of the bus's descriptor sd-bus waits for.
    private var watchedBus: pollfd {
        pollfd(
            fd: sd_bus_get_fd(bus), events: Int16(truncatingIfNeeded: sd_bus_get_events(bus)),
            revents: 0)
    }

    /// Milliseconds until sd-bus wants to be called, rounded up; -1: for ever.
    private var timeout: Int32 {
        var deadline = UInt64.max
        guard sd_bus_get_timeout(bus, &deadline) >= 0, deadline != .max else { return -1 }
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let current = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1_000
        guard deadline > current else { return 0 }
        return Int32(clamping: (deadline - current + 999) / 1_000)
    }
}

// MARK: - Connecting

extension BusConnection {
    private static func open(_ address: BusAddress) throws(BusError) -> OpaquePointer {
        var bus: OpaquePointer?
        switch address {
        case .session: try check("sd_bus_open_user", sd_bus_open_user(&bus))
        case .system: try check("sd_bus_open_system", sd_bus_open_system(&bus))
        case .address(let text):
            try check("sd_bus_new", sd_bus_new(&bus))
            var code = sd_bus_set_address(bus, text)
            if code >= 0 { code = sd_bus_set_bus_client(bus, 1) }
            if code >= 0 { code = sd_bus_start(bus) }
            if code < 0 {
                sd_bus_unref(bus)
                throw .system(call: "sd_bus_start", errno: -code)
            }
        }
        guard let bus else { throw .system(call: "sd_bus_new", errno: 0) }
        return bus
    }

    /// Waits until the bus has let us in; a bus that says nothing is given up.
    private func shakeHands() throws(BusError) {
        let end = ContinuousClock.now + Self.handshakePatience
        while sd_bus_is_ready(bus) <= 0 {
            if try check("sd_bus_process", sd_bus_process(bus, nil)) > 0 { continue }
            let left = end - .now
            guard left > .zero else {
                throw .system(call: "sd_bus_process", errno: ETIMEDOUT)
            }
            var watched = watchedBus
            poll(&watched, 1, Int32(left / .milliseconds(1)) + 1)
        }
    }

    private func add(_ object: BusObject, _ mailbox: BusMailbox) throws(BusError) {
        for interface in object.interfaces {
            let table = BusVTable(interface) { mailbox.post(.reply($0)) }
            tables.append(table)
            var slot: OpaquePointer?
            try check(
                "sd_bus_add_object_vtable",
                sd_bus_add_object_vtable(
                    bus, &slot, object.path, interface.name, table.entries.baseAddress,
                    Unmanaged.passUnretained(table).toOpaque()))
            if let slot { slots.append(slot) }
        }
    }

    private func add(_ match: BusMatch) throws(BusError) {
        let context = BusMatchContext(match)
        matches.append(context)
        var slot: OpaquePointer?
        try check(
            "sd_bus_add_match_async",
            sd_bus_add_match_async(
                bus, &slot, match.rule, handleSignal, nil,
                Unmanaged.passUnretained(context).toOpaque()))
        if let slot { slots.append(slot) }
    }

    private func takeName(of names: [String]) throws(BusError) -> String? {
        for name in names {
            let code = sd_bus_request_name(bus, name, 0)
            if code == -EEXIST { continue }
            try check("sd_bus_request_name", code)
            return name
        }
        guard names.isEmpty else { throw .system(call: "sd_bus_request_name", errno: EEXIST) }
        return nil
    }
}

/// Keeps a match where a callback finds it.
private final class BusMatchContext {
    let match: BusMatch

    init(_ match: BusMatch) {
        self.match = match
    }
}

// MARK: - Callbacks

private func handleAnswer(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
    _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message, let context else { return 0 }
    Unmanaged<PendingCall>.fromOpaque(context).takeUnretainedValue().finish(with: message)
    return 1
}

private func handleSignal(
    _ message: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
    _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message, let context, let arguments = try? BusCoding.values(of: message)
    else { return 0 }
    let sender = sd_bus_message_get_sender(message).map { String(cString: $0) } ?? ""
    Unmanaged<BusMatchContext>.fromOpaque(context).takeUnretainedValue().match.handler(
        sender, arguments)
    return 0
}
