import ColumnModel
import EpisodeMedia

/// Turns a fetch's reports into events.
struct DownloadReporter: Sendable {
    private let episode: EpisodeID
    private let onEvent: @Sendable (DownloadEvent) -> Void
    private let onReceived: @Sendable (Int64) -> Void
    private let meter = SpeedMeter()

    init(
        _ episode: EpisodeID, _ onEvent: @escaping @Sendable (DownloadEvent) -> Void,
        onReceived: @escaping @Sendable (Int64) -> Void
    ) {
        self.episode = episode
        self.onEvent = onEvent
        self.onReceived = onReceived
    }

    func started(held: Int64, total: Int64?) {
        onEvent(.started(episode, held: held, total: total))
    }

    @Sendable func progress(_ progress: MediaFetcher.Progress) {
        let (speed, new) = meter.update(received: progress.received)
        onReceived(new)
        onEvent(
            .progress(
                episode,
                DownloadProgress(
                    held: progress.held, total: progress.total, bytesPerSecond: speed)))
    }
}
