/// What hooks are told of; the raw value is the name of the file that is run.
public enum HookEvent: String, Sendable, CaseIterable {
    /// A sync found an episode that is new.
    case episodeNew = "episode-new"
    /// A download is whole.
    case downloadComplete = "download-complete"
    /// An episode was heard to its end.
    case playbackEnded = "playback-ended"
    /// A sync is over.
    case syncDone = "sync-done"
}
