import ColumnModel
import ColumnServices
import RemoteControl
import Synchronization
import ThreadKit

/// The connection to the player in the background: found when it starts, missed when it ends.
final class PlayerLink: Sendable {
    /// How often one looks whether a player has started elsewhere.
    private static let interval = Duration.seconds(1)

    private let connector: Connector
    private let directory: String
    private let post: @Sendable (TUIEvent) -> Void
    private let looks: AsyncStream<Void>
    private let looker: AsyncStream<Void>.Continuation

    init(directory: String, post: @escaping @Sendable (TUIEvent) -> Void) {
        self.directory = directory
        self.post = post
        connector = Connector(directory: directory)
        (looks, looker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Looks now whether there is a player.
    func look() { looker.yield() }

    /// Passes on what the player says as long as there is one, and looks for one while there is none.
    func watch() async {
        await withTaskGroup { group in
            group.addTask { [looker] in
                while !Task.isCancelled {
                    looker.yield()
                    try? await Task.sleep(for: Self.interval, tolerance: .milliseconds(200))
                }
            }
            for await _ in looks {
                guard let stream = await connector.watch() else { continue }
                for await snapshot in stream { post(.player(snapshot)) }
                post(.player(nil))
            }
            group.cancelAll()
        }
    }

    /// Tells the player; throws where none runs.
    func tell(_ command: PlaybackCommand) async throws {
        post(.player(try await connector.perform(command)))
    }

    /// Tells the player if one runs.
    func tellRunning(_ command: PlaybackCommand) async throws -> Bool {
        do {
            try await tell(command)
            return true
        } catch ControlSocketError.notRunning, ControlSocketError.refused {
            return false
        }
    }

    /// Has the player that runs play a list; false where none runs.
    func play(
        _ list: [PlaybackItem.Content], at index: Int, of column: ColumnID, from start: Duration?
    ) async throws -> Bool {
        let items = list.map { content in
            switch content {
            case .episode(let episode): PlayRequest.Item.episode(episode.id)
            case .file(let path): PlayRequest.Item.location(path)
            }
        }
        do {
            try await tell(
                .play(PlayRequest(items: items, index: index, column: column, start: start)))
            return true
        } catch ControlSocketError.notRunning {
            return false
        }
    }
}

/// Connects on a thread of its own, since that may block.
private actor Connector {
    private let directory: String
    private let executor = ThreadExecutor(name: "tui-player")
    private var client: PlayerClient?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(directory: String) {
        self.directory = directory
    }

    func watch() -> AsyncStream<PlaybackSnapshot>? {
        try? PlayerClient.watch(directory: directory)
    }

    func perform(_ command: PlaybackCommand) async throws -> PlaybackSnapshot {
        if let client {
            do {
                return try await client.perform(command)
            } catch ControlSocketError.brokenOff {
                self.client = nil
            }
        }
        let client = try PlayerClient(directory: directory)
        self.client = client
        return try await client.perform(command)
    }
}
