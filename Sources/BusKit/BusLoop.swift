@preconcurrency import Glibc

/// The bus's thread: connects, serves until the connection is lost, waits longer and longer.
final class BusLoop {
    private static let shortestWait: Int32 = 1_000
    private static let longestWait: Int32 = 60_000

    private let address: BusAddress
    private let names: [String]
    private let objects: [BusObject]
    private let matches: [BusMatch]
    private let mailbox: BusMailbox
    private let shared: BusShared
    private var isClosed = false

    init(
        address: BusAddress, names: [String], objects: [BusObject], matches: [BusMatch],
        mailbox: BusMailbox, shared: BusShared
    ) {
        self.address = address
        self.names = names
        self.objects = objects
        self.matches = matches
        self.mailbox = mailbox
        self.shared = shared
    }

    func run() {
        var wait = Self.shortestWait
        while !isClosed {
            let connection = try? BusConnection(
                address: address, names: names, objects: objects, matches: matches,
                mailbox: mailbox)
            if let connection {
                wait = Self.shortestWait
                shared.setState(.connected(name: connection.name))
                serve(connection)
                shared.setState(.disconnected)
            }
            waitDisconnected(wait)
            wait = min(wait * 2, Self.longestWait)
        }
        shared.announceEnd()
    }

    private func serve(_ connection: BusConnection) {
        while !isClosed {
            for message in mailbox.take() { handle(message, connection) }
            // A lost connection; what is in the mailbox then is dropped like all that is late.
            guard (try? connection.process()) != nil else { return }
            if !isClosed { connection.wait(with: mailbox) }
        }
    }

    private func handle(_ message: BusMailbox.Message, _ connection: BusConnection?) {
        switch message {
        case .signal(let path, let interface, let member, let arguments):
            connection?.emit(path: path, interface: interface, member: member, arguments)
        case .call(let call):
            if let connection {
                connection.begin(call)
            } else {
                call.finish(.failure(.notConnected))
            }
        case .reply(let reply):
            // The call holds its connection, also one that is gone: it is sent to nowhere then.
            reply.send()
        case .close: isClosed = true
        }
    }

    private func waitDisconnected(_ milliseconds: Int32) {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while !isClosed {
            let rest = (end - ContinuousClock.now) / .milliseconds(1)
            guard rest > 0 else { return }
            var watched = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&watched, 1, Int32(rest.rounded(.up)))
            for message in mailbox.take() { handle(message, nil) }
        }
    }
}
