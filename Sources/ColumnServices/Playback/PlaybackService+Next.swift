import AudioKit
import ColumnModel
import EpisodePlayer
import PlaybackRules

/// What follows, opened early so that it is heard without a gap; and whether anyone hears it.
extension PlaybackService {
    /// What was opened ahead of its turn.
    struct Prepared {
        let episode: EpisodeID
        let player: PlayerItem
    }

    /// How long before the end the next one is opened, in real time.
    private static let lead = Duration.seconds(10)

    /// False where no device could be had and the sound goes nowhere, though nobody asked for that.
    var isHearable: Bool {
        let name = options.output ?? configuration[.playOutput]
        return name == "null" || engine.snapshot.outputName != "null"
    }

    /// Opens the next item near the present one's end, if it lies on the disk and nothing, such as
    /// the sleep timer, stops before it; gives it up again where that has changed.
    func prepareNext(at position: Duration) async {
        let snapshot = engine.snapshot
        guard let end = snapshot.duration, (end - position) / snapshot.speed < Self.lead else {
            return
        }
        let wanted = sleep.keepsFromNextEpisode ? nil : await upcoming()
        guard wanted?.id != prepared?.episode else { return }
        prepared = nil
        guard let wanted, let path = sources.localPath(of: wanted),
            let source = try? FileByteSource(path: path)
        else {
            _ = try? await engine.prepare(nil)
            return
        }
        let session = await prepare(PlaybackItem(id: 0, .episode(wanted)))
        let facts = await facts(of: session.item, source)
        let player = session.makePlayerItem(source, from: nil, facts: facts)
        guard (try? await engine.prepare(player)) != nil else { return }
        prepared = Prepared(episode: wanted.id, player: player)
    }

    /// The bytes of an item that was opened ahead; nil for any other, which is opened now.
    func takePrepared(for item: PlaybackItem) async -> PlayerItem? {
        let found = prepared
        prepared = nil
        guard let found, found.episode == item.episode?.id else { return nil }
        await sources.close()
        return found.player
    }

    private func upcoming() async -> Episode? {
        if order.mode != .once, order.mode != .repeatOne,
            let queued = try? await library.queue().first
        {
            return queued.episode
        }
        return order.upcoming?.episode
    }
}
