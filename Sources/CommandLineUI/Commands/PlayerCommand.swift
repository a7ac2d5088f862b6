import ColumnServices
@preconcurrency import Glibc
import Localization
import RemoteControl

/// `column player`.
enum PlayerCommand {
    private static let output = OptionDescription.value(
        "output", nil, "DRIVER", .output, "auto, pulse, ao, ao:NAME, null or wav:FILE.")

    static let description = CommandDescription(
        name: "player", group: .player,
        summary: "Stay in the background as a player that others steer",
        examples: [
            .init("column player", "Waits for “column play”, “column resume”, media keys")
        ],
        options: [output],
        notes: [
            """
            It needs no terminal and goes on when what it plays is over. “column stop” ends what \
            plays, a second one the player. Where it should always be there, start it as a \
            user service.
            """,
            "Desktops, media keys and playerctl find it on the session bus (MPRIS) as “column”.",
        ], next: ["column play EPISODE", "column status", "column stop"], action: run)

    @Sendable private static func run(_ context: CommandContext) async throws -> ExitCode {
        let library = try context.library()
        let places = try context.places()
        let processID = getpid()
        var options = PlaybackOptions()
        options.output = context.arguments.text(output)
        let host = PlayerHost(options: options, processID: processID) { options in
            let service = try PlaybackService(
                library: library, places: places, configuration: try context.configuration(),
                options: options)
            return PlayerSession(
                service, control: ServiceControl(service, library: library, processID: processID))
        }
        let presence = try PlayerPresence(
            host, directory: places.runtimeDirectory,
            session: try context.configuration()[.playSession])
        context.console.detail("column: the player waits in \(places.runtimeDirectory)")
        _ = try? await context.interruption.cancelling { await host.waitForQuit() }
        await host.shutDown()
        await presence.close()
        return .success
    }
}
