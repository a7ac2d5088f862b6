/// A player that can be steered from outside.
public protocol PlaybackControl: Sendable {
    /// The state now; from any thread, without waiting.
    var snapshot: PlaybackSnapshot { get }

    /// Does what is asked and returns when the snapshot shows it.
    func perform(_ command: PlaybackCommand) async throws(PlaybackControlError)

    /// All changes from now on; each call makes a stream of its own.
    func changes() -> AsyncStream<PlaybackChange>
}
