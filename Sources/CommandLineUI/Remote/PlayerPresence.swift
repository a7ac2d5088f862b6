import ColumnServices
import DuckKit
@preconcurrency import Glibc
import RemoteControl

/// The player as others find it: on the control socket, and on the session bus; and how it gets on
/// with what else sounds.
final class PlayerPresence: Sendable {
    private let server: ControlServer
    private let mpris: MPRISPlayer
    private let session: AudioSession

    /// Makes it findable; throws where another player of this user is.
    ///
    /// Buses are looked for in the background: where there is none, nothing is said about it.
    init(
        _ control: any PlaybackControl, directory: String, session mode: AudioSessionMode
    ) throws(ControlSocketError) {
        server = try ControlServer(directory: directory, control: control)
        let processID = getpid()
        mpris = MPRISPlayer(control: control, processID: processID)
        let ducker = Ducker(recordPath: directory + "/ducked", processID: processID)
        session = AudioSession(
            control: control, policy: SessionPolicy(mode), processID: processID, ducker: ducker)
        // A player that was killed may have left others quiet.
        Task { await ducker.restore() }
    }

    /// Answers what is under way, takes the player's names away, and leaves others as they were.
    func close() async {
        await session.close()
        await mpris.close()
        await server.close()
    }
}

extension SessionPolicy {
    fileprivate init(_ mode: AudioSessionMode) {
        self =
            switch mode {
            case .solo: .solo
            case .mix: .mix
            case .duck: .duck
            case .ambient: .ambient
            }
    }
}
