public import AudioKit
import Synchronization
import ThreadKit

/// Plays one file at a time: local or streamed, at any speed, with exact seeks.
///
/// Commands return when the player has taken them, within about 100 ms; what follows comes as
/// events. It knows neither store nor network: bytes come through `ByteSource`.
public final class PlayerEngine: Sendable {
    private let core: PlayerMailbox

    /// Starts the player's thread; the output is opened with the first sound.
    public init(configuration: PlayerConfiguration) {
        let mailbox = PlayerMailbox()
        core = mailbox
        startThread(name: "column-player") {
            PlayerCore(configuration: configuration, mailbox: mailbox).run()
        }
    }

    deinit {
        core.close()
    }

    /// Puts a file in place of the one before; the intent says whether it is played when ready.
    public func load(_ item: PlayerItem, intent: PlayerIntent) async throws(PlayerError) {
        try await core.send(.load(item, intent))
    }

    /// Opens what will follow, so that it is heard without a gap; nil gives it up.
    ///
    /// When the present file has ended, `load` the same item: its sound goes on already. Another
    /// one, or none within two seconds, makes silence. A file of another format has its gap.
    public func prepare(_ item: PlayerItem?) async throws(PlayerError) {
        try await core.send(.prepare(item))
    }

    /// Asks for something; throws `PlayerError.refused` where it makes no sense.
    public func perform(_ command: PlayerCommand) async throws(PlayerError) {
        try await core.send(.command(command))
    }

    /// Is heard as soon as that can be.
    public func play() async throws(PlayerError) { try await perform(.play) }

    /// Fades out; the position is then exact.
    public func pause() async throws(PlayerError) { try await perform(.pause) }

    /// Goes to a media time.
    public func seek(to time: Duration) async throws(PlayerError) {
        try await perform(.seek(to: time))
    }

    /// Goes forward or back.
    public func skip(by span: Duration) async throws(PlayerError) {
        try await perform(.skip(by: span))
    }

    /// Changes the speed, 0.5…4.
    public func setSpeed(_ speed: Double) async throws(PlayerError) {
        try await perform(.setSpeed(speed))
    }

    /// Moves a gain beside the volume, sample by sample, as `PlayerCommand.ramp` says.
    public func ramp(to gain: Double, over span: Duration) async throws(PlayerError) {
        try await perform(.ramp(to: gain, over: span))
    }

    /// Puts the file away and closes the output.
    public func stop() async throws(PlayerError) { try await perform(.stop) }

    /// What can be seen now; from any thread.
    public var snapshot: PlayerSnapshot { core.snapshot }

    /// The media time that is heard now; from any thread.
    public var position: Duration { core.snapshot.position }

    /// What tells a place that was heard within the last minute by its frames; from any thread.
    ///
    /// Kept with the place and given back in `PlayerItem`, it finds the place again in a file into
    /// which other advertisements were put. Nil for files without frames to tell.
    public func fingerprint(at place: Duration) -> FrameFingerprint? {
        core.fingerprint(at: place)
    }

    /// All events from now on; each call makes a stream of its own.
    public var events: AsyncStream<PlayerEvent> { core.makeEvents() }
}
