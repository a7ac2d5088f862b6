@preconcurrency import Glibc
import RemoteControl

/// The player as others find it: on the control socket, and on the session bus.
final class PlayerPresence: Sendable {
    private let server: ControlServer
    private let mpris: MPRISPlayer

    /// Makes it findable; throws where another player of this user is.
    ///
    /// The bus is looked for in the background: where there is none, nothing is said about it.
    init(_ control: any PlaybackControl, directory: String) throws(ControlSocketError) {
        server = try ControlServer(directory: directory, control: control)
        mpris = MPRISPlayer(control: control, processID: getpid())
    }

    /// Answers what is under way and takes the player's names away.
    func close() async {
        await mpris.close()
        await server.close()
    }
}
