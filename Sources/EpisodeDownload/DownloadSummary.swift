public import ColumnModel

/// What a run of downloads came to.
public struct DownloadSummary: Sendable, Equatable {
    /// What is whole now and was not before.
    public internal(set) var finished: [EpisodeID] = []
    /// What was whole already.
    public internal(set) var alreadyComplete: [EpisodeID] = []
    /// What could not be had, and why.
    public internal(set) var failures: [EpisodeID: Failure] = [:]
    /// What another process, or the player, is fetching.
    public internal(set) var inUse: [EpisodeID] = []
    /// What was asked for and has no audio.
    public internal(set) var withoutAudio: [EpisodeID] = []
    /// What was not begun, or not ended, because the run was stopped.
    public internal(set) var remaining: [EpisodeID] = []
    /// How many bytes came over the network.
    public internal(set) var receivedBytes: Int64 = 0
    /// How many bytes the disk is short of; nil where it was not full.
    public internal(set) var missingSpace: Int64?
    /// Whether the run was cancelled.
    public internal(set) var isCancelled = false

    /// Makes the summary of a run in which nothing was asked for.
    public init() {}
}
