import ThreadKit

/// The player's end of the control socket: one player a user, any number of clients.
///
/// A thread of its own does all reading and writing; commands run on Swift's pool, one at a time
/// for each client, in the order in which they came.
public final class ControlServer: Sendable {
    private let mailbox: ControlMailbox
    private let changes: Task<Void, Never>

    /// Makes the folder where it is missing, takes the player's lock, and listens.
    ///
    /// A socket that a killed player left behind is replaced. Throws
    /// `ControlSocketError.alreadyRunning` when a player lives.
    public init(directory: String, control: any PlaybackControl) throws(ControlSocketError) {
        try ControlSocket.makeDirectory(directory)
        let mailbox = try ControlMailbox()
        let lock = try ControlSocket.takeLock(in: directory)
        let loop = try ControlServerLoop(
            directory: directory, lock: lock, control: control, mailbox: mailbox)
        self.mailbox = mailbox
        let stream = control.changes()
        changes = Task {
            for await change in stream { mailbox.post(.changed(change)) }
        }
        startThread(name: "column-control") { [loop] in loop.run() }
    }

    deinit {
        changes.cancel()
        mailbox.post(.close)
    }

    /// Answers what is under way, for five seconds at most, then hangs up and removes the socket.
    public func close() async {
        changes.cancel()
        mailbox.post(.close)
        await mailbox.waitForEnd()
    }
}
