import ThreadKit

/// Our place on a bus: objects under a name, and calls to others.
///
/// A thread of its own connects, serves, and connects again whenever the bus was away. No function
/// here waits for it.
public final class BusService: Sendable {
    private let mailbox: BusMailbox
    private let shared: BusShared

    /// Starts to connect.
    ///
    /// Of the names the first one that is free is taken. What is told of states comes on the bus's
    /// thread.
    public init(
        address: BusAddress = .session, names: [String] = [], objects: [BusObject] = [],
        matches: [BusMatch] = [], onState: @escaping @Sendable (BusState) -> Void = { _ in }
    ) {
        let mailbox = BusMailbox()
        let shared = BusShared(onState: onState)
        self.mailbox = mailbox
        self.shared = shared
        startThread(name: "column-bus") {
            BusLoop(
                address: address, names: names, objects: objects, matches: matches,
                mailbox: mailbox, shared: shared
            ).run()
        }
    }

    deinit {
        mailbox.post(.close)
    }

    /// How it stands with the bus.
    public var state: BusState { shared.state }

    /// Sends a signal of one of our objects; without a bus nobody would hear it.
    public func emit(path: String, interface: String, member: String, _ arguments: [BusValue]) {
        mailbox.post(.signal(path: path, interface: interface, member: member, arguments))
    }

    /// Tells of new values of properties, as one signal.
    public func announce(path: String, interface: String, _ values: [(String, BusValue)]) {
        emit(
            path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
            [.string(interface), .properties(values), .strings([])])
    }

    /// Calls a method of somebody else and waits for the answer, as long as the request says.
    @discardableResult
    public func call(_ request: BusRequest) async throws(BusError) -> [BusValue] {
        let answer = await withCheckedContinuation { continuation in
            mailbox.post(.call(PendingCall(request, continuation)))
        }
        return try answer.get()
    }

    /// Leaves the bus, after what was given to it is sent.
    public func close() {
        mailbox.post(.close)
    }

    /// Suspends until it has left, but no longer than a limit: the bus may not answer.
    public func waitUntilClosed(upTo limit: Duration) async {
        let states = shared.endings()
        await withTaskGroup { group in
            group.addTask { for await _ in states {} }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }
}
