@preconcurrency import Glibc
import ThreadKit

/// A client's end of the control socket: steers the running player of this user.
public actor PlayerClient {
    /// How long a player may take to show that it lives.
    public static let patience = Duration.seconds(3)
    /// How long a command may take that loads from a network.
    private static let commandPatience = Duration.seconds(30)

    private let connection: PlayerConnection
    private let executor = ThreadExecutor(name: "column-client")
    private var lastRequest: Int64 = 0

    /// The thread on which it waits for answers.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Connects to the player whose socket is in a folder.
    ///
    /// Throws `ControlSocketError.notRunning` when there is none, `.notAnswering` when there is one
    /// that takes no more clients.
    public init(directory: String) throws(ControlSocketError) {
        connection = try PlayerConnection(directory: directory, patience: Self.patience)
    }

    /// Has the player do something, and gives its state afterwards.
    ///
    /// A player that does not even tell its state is not given the command, which it would find
    /// and obey whenever it wakes up, long after the user was told that it failed.
    @discardableResult
    public func perform(
        _ command: PlaybackCommand
    ) throws(ControlSocketError) -> PlaybackSnapshot {
        _ = try status()
        return try ask(.perform(command), patience: Self.commandPatience)
    }

    /// The player's state.
    public func status() throws(ControlSocketError) -> PlaybackSnapshot {
        try ask(.status, patience: Self.patience)
    }

    private func ask(
        _ action: ControlRequest.Action, patience: Duration
    ) throws(ControlSocketError) -> PlaybackSnapshot {
        lastRequest += 1
        let deadline = ContinuousClock.now + patience
        try connection.send(ControlRequest(id: lastRequest, action: action), until: deadline)
        while true {
            switch try connection.receive(until: deadline) {
            case .status(let snapshot, lastRequest): return snapshot
            case .refused(let code, let detail, let id) where id == nil || id == lastRequest:
                guard let error = PlaybackControlError(code: code, detail: detail) else {
                    throw .notUnderstood(code: code)
                }
                throw .refused(error)
            case .status, .seeked, .refused: continue
            }
        }
    }

    /// The player's state now and at every change, until the player ends or the stream is dropped.
    ///
    /// A reader that is slow gets the newest state, not every one.
    public static func watch(
        directory: String
    ) throws(ControlSocketError) -> AsyncStream<PlaybackSnapshot> {
        let connection = try PlayerConnection(directory: directory, patience: patience)
        try connection.send(
            ControlRequest(id: 1, action: .watch), until: ContinuousClock.now + patience)
        let (stream, continuation) = AsyncStream.makeStream(
            of: PlaybackSnapshot.self, bufferingPolicy: .bufferingNewest(1))
        continuation.onTermination = { _ in connection.hangUp() }
        startThread(name: "column-watch") {
            while let response = try? connection.receive(until: nil) {
                if case .status(let snapshot, _) = response { continuation.yield(snapshot) }
            }
            continuation.finish()
        }
        return stream
    }
}
