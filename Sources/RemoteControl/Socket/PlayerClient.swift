@preconcurrency import Glibc
import ThreadKit

/// A client's end of the control socket: steers the running player of this user.
public actor PlayerClient {
    /// How long an answer may take; a command that loads from a network takes its time.
    private static let patience = 30

    private let connection: PlayerConnection
    private let executor = ThreadExecutor(name: "column-client")
    private var lastRequest: Int64 = 0

    /// The thread on which it waits for answers.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Connects to the player whose socket is in a folder.
    ///
    /// Throws `ControlSocketError.notRunning` when there is none.
    public init(directory: String) throws(ControlSocketError) {
        connection = try PlayerConnection(directory: directory, patience: Self.patience)
    }

    /// Has the player do something, and gives its state afterwards.
    @discardableResult
    public func perform(
        _ command: PlaybackCommand
    ) throws(ControlSocketError) -> PlaybackSnapshot {
        try ask(.perform(command))
    }

    /// The player's state.
    public func status() throws(ControlSocketError) -> PlaybackSnapshot {
        try ask(.status)
    }

    private func ask(_ action: ControlRequest.Action) throws(ControlSocketError) -> PlaybackSnapshot
    {
        lastRequest += 1
        try connection.send(ControlRequest(id: lastRequest, action: action))
        while true {
            switch try connection.receive() {
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
        let connection = try PlayerConnection(directory: directory, patience: 0)
        try connection.send(ControlRequest(id: 1, action: .watch))
        let (stream, continuation) = AsyncStream.makeStream(
            of: PlaybackSnapshot.self, bufferingPolicy: .bufferingNewest(1))
        continuation.onTermination = { _ in connection.hangUp() }
        startThread(name: "column-watch") {
            while let response = try? connection.receive() {
                if case .status(let snapshot, _) = response { continuation.yield(snapshot) }
            }
            continuation.finish()
        }
        return stream
    }
}
