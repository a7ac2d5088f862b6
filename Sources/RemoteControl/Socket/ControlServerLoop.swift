@preconcurrency import Glibc

/// The socket's thread: waits for clients, requests, changes and results, and answers.
final class ControlServerLoop: Sendable {
    /// More clients than this are turned away.
    private static let maximumClients = 32
    private static let grace = Duration.seconds(5)

    private struct State: ~Copyable {
        var sessions: [Int: ControlSession] = [:]
        var lastClient = 0
        var closeBy: ContinuousClock.Instant?
    }

    private let directory: String
    private let lock: Int32
    private let listener: Int32
    private let control: any PlaybackControl
    private let mailbox: ControlMailbox

    /// Takes over the lock's descriptor, also when it throws.
    init(
        directory: String, lock: Int32, control: any PlaybackControl, mailbox: ControlMailbox
    ) throws(ControlSocketError) {
        do throws(ControlSocketError) {
            listener = try ControlSocket.listen(in: directory)
        } catch {
            close(lock)
            throw error
        }
        self.directory = directory
        self.lock = lock
        self.control = control
        self.mailbox = mailbox
    }

    func run() {
        var state = State()
        while !isDone(state) {
            wait(&state)
            for message in mailbox.take() { handle(message, &state) }
            for client in state.sessions.keys { serve(client, &state) }
        }
        for session in state.sessions.values { close(session.descriptor) }
        // The name goes before the lock: whoever gets the lock next makes a name of its own.
        unlink(ControlSocket.path(in: directory))
        close(listener)
        close(lock)
        mailbox.announceEnd()
    }

    private func isDone(_ state: borrowing State) -> Bool {
        guard let closeBy = state.closeBy else { return false }
        return ContinuousClock.now >= closeBy
            || state.sessions.values.allSatisfy { !$0.isBusy && !$0.hasOutput }
    }

    // MARK: - Waiting

    private func wait(_ state: inout State) {
        var watched = [pollfd(fd: mailbox.waker.descriptor, events: Int16(POLLIN), revents: 0)]
        if state.closeBy == nil {
            watched.append(pollfd(fd: listener, events: Int16(POLLIN), revents: 0))
        }
        let first = watched.count
        let clients = Array(state.sessions.keys)
        for client in clients {
            guard let session = state.sessions[client] else { continue }
            var events: Int32 = 0
            if session.wantsInput && state.closeBy == nil { events |= POLLIN }
            if session.hasOutput { events |= POLLOUT }
            watched.append(pollfd(fd: session.descriptor, events: Int16(events), revents: 0))
        }
        guard poll(&watched, nfds_t(watched.count), state.closeBy == nil ? -1 : 50) > 0
        else { return }
        if first == 2, watched[1].revents != 0 { accept(&state) }
        for (client, entry) in zip(clients, watched[first...]) {
            let events = Int32(entry.revents)
            if events & POLLOUT != 0 { state.sessions[client]?.flush() }
            if events & POLLIN != 0 {
                state.sessions[client]?.receive()
            } else if events & (POLLHUP | POLLERR) != 0 {
                state.sessions[client]?.hangUp()
            }
        }
    }

    private func accept(_ state: inout State) {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else {
            // Without descriptors `poll` would return at once, again and again.
            if errno == EMFILE || errno == ENFILE { usleep(50_000) }
            return
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var session = ControlSession(descriptor: descriptor)
        guard ControlSocket.isPeerOurs(descriptor), state.sessions.count < Self.maximumClients
        else {
            session.send(.refused(code: "turned-away", detail: nil, id: nil))
            close(descriptor)
            return
        }
        state.lastClient += 1
        state.sessions[state.lastClient] = session
    }

    // MARK: - Serving

    private func handle(_ message: ControlMailbox.Message, _ state: inout State) {
        switch message {
        case .changed(.changed):
            for client in state.sessions.keys { state.sessions[client]?.hasNews = true }
        case .changed(.seeked(let position)):
            for (client, session) in state.sessions where session.isWatching {
                // Before the state that belongs to it, and only to those who keep up.
                if !session.hasOutput { state.sessions[client]?.send(.seeked(to: position)) }
                state.sessions[client]?.hasNews = true
            }
        case .finished(let client, let response):
            state.sessions[client]?.isBusy = false
            state.sessions[client]?.send(response)
        case .close:
            if state.closeBy == nil { state.closeBy = .now + Self.grace }
        }
    }

    private func serve(_ client: Int, _ state: inout State) {
        guard var session = state.sessions.removeValue(forKey: client) else { return }
        while state.closeBy == nil, session.isReading, let request = session.takeRequest() {
            begin(request, of: client, &session)
        }
        if session.isWatching && session.hasNews && !session.hasOutput {
            session.hasNews = false
            session.send(.status(control.snapshot, id: nil))
        }
        if session.isOver {
            close(session.descriptor)
        } else {
            state.sessions[client] = session
        }
    }

    private func begin(
        _ request: ControlRequest, of client: Int, _ session: inout ControlSession
    ) {
        switch request.action {
        case .status: session.send(.status(control.snapshot, id: request.id))
        case .watch:
            session.isWatching = true
            session.hasNews = false
            session.send(.status(control.snapshot, id: request.id))
        case .perform(let command):
            session.isBusy = true
            Task { [control, mailbox] in
                let response: ControlResponse
                do throws(PlaybackControlError) {
                    try await control.perform(command)
                    response = .status(control.snapshot, id: request.id)
                } catch {
                    response = .refused(code: error.code, detail: error.detail, id: request.id)
                }
                mailbox.post(.finished(client: client, response))
            }
        }
    }
}
